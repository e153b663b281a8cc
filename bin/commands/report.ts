/** `pilotos report`: prints the report of an event, or writes it as a PDF. */
import { Command } from 'commander'
import { UsageError } from '#domain/errors'
import { eventsOf, findEvent } from '#domain/event/events'
import { chartOf, chartTitle } from '#domain/report/chart'
import {
  authorName,
  checkRows,
  clubText,
  incidentsText,
  incidentText,
  insideTitle,
  moreText,
  nobodyInside,
  reportNumbers,
  reportTitle,
  timeText,
} from '#domain/report/report-text'
import { formatMoment } from '#domain/text/date'
import { figure } from '#domain/text/text'
import { undrawableReport } from '#domain/undrawable'
import { defaultBrand } from '#domain/web/brand'
import type { EventReport } from '#domain/web/report-schemas'
import { readReport } from '../../server/actions/report.ts'
import { findUndrawableTexts } from '../../server/print/undrawable.ts'
import { Workers } from '../../server/workers/workers.ts'
import type { Installed } from '../data-folder.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { print, requireWritable, say, standardOutput, widthOf, writeOut } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

interface ReportOptions extends DataOptions {
  /** An identifier, a name, or `open`. */
  event: string
  out?: string
  json?: boolean
}

export function reportCommand(installed: Installed): Command {
  return new Command('report')
    .description('muestra el informe de un evento: qué se hizo en la mesa y quién pasó por las puertas')
    .addOption(dataOption())
    .option('--event <evento>', 'su nombre, o «open» para el que está abierto', 'open')
    .option('--out <archivo>', 'lo escribe en un PDF de dos páginas; con -, a la salida')
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplos:\n  pilotos report\n  pilotos report --out informe.pdf')
    .action((options: ReportOptions) => report(options, installed))
}

async function report({ event, out, json, ...options }: ReportOptions, installed: Installed): Promise<void> {
  if (out === standardOutput && json) throw new UsageError('diga --out - o --json, pero no ambos')
  if (out !== undefined) await requireWritable(out)
  const { found, brand } = await withStores(options, async (stores) => {
    const { events: stored, brand = defaultBrand } = await stores.settings.read()
    const events = eventsOf(stored)
    return { found: await readReport(stores, findEvent(events, event), events), brand }
  })
  if (out !== undefined) {
    const workers = new Workers(installed)
    try {
      const boxes = await findUndrawableTexts(workers, found)
      if (boxes.length > 0) say(`Atención: ${undrawableReport(boxes)}`)
      await writeOut(out, await workers.run('draw-report', { report: found, brand }, { kind: 'cards' }))
    } finally {
      await workers.close()
    }
    if (out !== standardOutput) say(`El informe de ${found.event.title} está en ${out}`)
  }
  if (json) return print(`${JSON.stringify(found, null, 2)}\n`)
  if (out === undefined) await print(textOf(found, widthOf(process.stdout)))
}

/** The most bars, riders, clubs or incidents that the text lists: the PDF and the JSON have more. */
const mostLines = 40

function textOf(report: EventReport, width: number): string {
  const { title, place, days } = report.event
  const { modalidades, clubs } = report.entered
  const named = clubs.map(({ name, riders }) => [clubText(name), figure(riders)])
  const checks = checkRows(report).map(({ label, lacking }) => [label, figure(lacking)])
  return [
    [`${reportTitle}: ${title}`, [place, days].filter(Boolean).join(', '), timeText(report)]
      .filter(Boolean)
      .map((line) => `${line}\n`)
      .join(''),
    reportNumbers(report)
      .map(({ label, value }) => `${label}: ${figure(value)}\n`)
      .join(''),
    chartText(report),
    listed(
      ['INSCRITOS POR MODALIDAD', ''],
      modalidades.map(({ name, riders }) => [name, figure(riders)]),
    ),
    listed(['INSCRITOS POR CLUB', ''], named),
    listed(['REQUISITOS QUE FALTAN', ''], checks),
    insideText(report, width),
    incidentsList(report, width),
    workText(report, width),
  ]
    .filter(Boolean)
    .join('\n')

  function listed(head: string[], rows: string[][]): string {
    return rows.length > 0 ? cutTable(head, rows, rows.length, width) : ''
  }
}

/** Returns a table of at most `mostLines` rows, and says how many more there are. */
function cutTable(head: string[], rows: readonly string[][], total: number, width: number): string {
  const shown = rows.slice(0, mostLines)
  const more = moreText(total, shown.length)
  return table(head, shown, width) + (more && `${more}\n`)
}

/** The longest bar, in characters. */
const longestBar = 40

function chartText({ days, persons }: EventReport): string {
  if (persons === 0) return 'Nadie pasó por las puertas.\n'
  const chart = chartOf(days)
  const most = Math.max(...chart.bars.map(({ persons }) => persons))
  const rows = chart.bars.map(({ label, day, persons }) => [
    ...(day ? [day] : []),
    label.padStart(5),
    '#'.repeat(Math.ceil((persons / most) * longestBar)),
    figure(persons),
  ])
  const head = (rows[0] ?? []).map((_, index) => (index === 0 ? chartTitle(chart).toUpperCase() : ''))
  return table(head, rows) + (chart.left > 0 ? `y ${chart.left} días antes\n` : '')
}

function insideText(report: EventReport, width: number): string {
  const { total, riders } = report.inside
  if (total === 0) return `${nobodyInside(report)}\n`
  const rows = riders.map(({ number, name, gate, at }) => [number, name, gate, formatMoment(at)])
  return cutTable(['N°', insideTitle(report).toUpperCase(), 'PUERTA', 'DESDE'], rows, total, width)
}

function incidentsList(report: EventReport, width: number): string {
  const { passages, open, settled, taken_back: takenBack } = report.incidents
  if (passages.length === 0) return 'No hubo incidencias.\n'
  const rows = passages.map((passage) => Object.values(incidentText(passage, report.at)))
  const total = open + settled + takenBack
  return `Incidencias: ${incidentsText(report)}\n${cutTable(['DE QUIÉN', 'QUÉ PASÓ', 'CÓMO QUEDÓ'], rows, total, width)}`
}

function workText({ work }: EventReport, width: number): string {
  if (work.length === 0) return 'Nadie hizo nada en este tiempo.\n'
  const rows = work.map(({ name, registered, changes, prints, scans }) => [
    authorName(name),
    ...[registered, changes, prints, scans].map(figure),
  ])
  const head = ['QUIÉN TRABAJÓ', 'REGISTROS', 'CAMBIOS', 'IMPRESAS', 'LECTURAS']
  return cutTable(head, rows, work.length, width)
}
