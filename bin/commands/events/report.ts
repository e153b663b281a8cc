/** `pilotos report`: prints the report of an event, or writes it as a PDF. */
import { Command } from 'commander'
import { undrawableReport } from '#domain/credential/cards'
import { paperOf } from '#domain/credential/paper'
import { defaultBrand } from '#domain/desk/brand'
import { UsageError } from '#domain/errors'
import { eventsOf, findEvent } from '#domain/events/events'
import type { EventReport } from '#domain/events/report/calls'
import { type ChartSection, reportTitle, sectionsOf } from '#domain/events/report/sections'
import { features } from '#domain/features'
import { figure } from '#domain/text/text'
import { findUndrawableTexts, readReport } from '../../../server/events/event-report.ts'
import { Workers } from '../../../server/workers/workers.ts'
import { type DataOptions, dataOption, type Installed, newFile, withStores } from '../../terminal/options.ts'
import { print, requireWritable, say, standardOutput, widthOf, writeOut } from '../../terminal/output.ts'
import { listText, table } from '../../terminal/table.ts'

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
    .option('--event <evento>', 'su nombre, su código, o «open» para el que está abierto', 'open')
    .option('--out <archivo>', 'lo escribe en un PDF; con -, a la salida', newFile)
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplos:\n  pilotos report\n  pilotos report --out informe.pdf')
    .action((options: ReportOptions) => report(options, installed))
}

async function report({ event, out, json, ...options }: ReportOptions, installed: Installed): Promise<void> {
  if (out === standardOutput && json) throw new UsageError('diga --out - o --json, pero no ambos')
  if (out !== undefined) await requireWritable(out)
  const { found, drawing } = await withStores(options, async (stores) => {
    const { events: stored, brand = defaultBrand } = await stores.settings.read()
    const events = eventsOf(stored)
    const found = await readReport(stores, findEvent(events, event), events)
    return { found, drawing: { report: found, brand, paper: paperOf(events[0]) } }
  })
  if (out !== undefined) {
    const workers = new Workers(installed)
    try {
      const boxes = await findUndrawableTexts(workers, found)
      if (boxes.length > 0) say(`Atención: ${undrawableReport(boxes)}`)
      await writeOut(out, await workers.run('draw-report', drawing, { kind: 'cards' }))
    } finally {
      await workers.close()
    }
    if (out !== standardOutput) say(`El informe de ${found.event.title} está en ${out}`)
  }
  if (json) return print(`${JSON.stringify(found, null, 2)}\n`)
  if (out === undefined) await print(textOf(found, widthOf(process.stdout)))
}

function textOf(report: EventReport, width: number): string {
  const { title, place, time, figures, chart, modalidades, clubs, checks, exceptions, ...others } =
    sectionsOf(report)
  // The last row of the checks counts the riders who lack none.
  const lacking = checks ? [{ ...checks, rows: checks.rows.slice(0, -1), total: checks.total - 1 }] : []
  const counts = [modalidades, clubs].filter(({ total }) => total > 0)
  const lists = [
    ...counts,
    ...(exceptions ? [exceptions] : []),
    ...lacking,
    others.inside,
    others.incidents,
    others.work,
    ...features.flatMap(({ reportSections }) => reportSections?.(report) ?? []),
  ]
  return [
    `${[`${reportTitle}: ${title}`, place, time].filter(Boolean).join('\n')}\n`,
    figures.map(({ label, value }) => `${label}: ${value}\n`).join(''),
    chartText(chart),
    ...lists.map((list) => listText(list, width)),
  ].join('\n')
}

/** The longest bar, in characters. */
const longestBar = 40

function chartText({ title, none, bars, left }: ChartSection): string {
  if (bars.length === 0) return `${none}\n`
  const most = Math.max(...bars.map(({ persons }) => persons))
  const rows = bars.map(({ label, day, persons }) => [
    ...(day ? [day] : []),
    label.padStart(5),
    '#'.repeat(Math.ceil((persons / most) * longestBar)),
    figure(persons),
  ])
  const head = (rows[0] ?? []).map((_, index) => (index === 0 ? title.toUpperCase() : ''))
  return table(head, rows) + (left > 0 ? `y ${left} días antes\n` : '')
}
