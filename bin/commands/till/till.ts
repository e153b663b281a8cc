/** `pilotos till`: prints the till of an event, or writes its receipts as a file. */
import { Command } from 'commander'
import { eventTitle } from '#domain/events/event'
import { eventsOf, findEvent } from '#domain/events/events'
import { count } from '#domain/text/text'
import { tillReport, tillSummary } from '#domain/till/report'
import { tillSections } from '#domain/till/sections'
import { writeReceipts } from '../../../server/till/receipts-file.ts'
import { type DataOptions, dataOption, exportOptionsOf, withStores } from '../../terminal/options.ts'
import { print, requireWritable, say, standardOutput, widthOf, writeOut } from '../../terminal/output.ts'
import { listText } from '../../terminal/table.ts'

interface TillOptions extends DataOptions {
  /** An identifier, a name, or `open`. */
  event: string
  out?: string
}

export function tillCommand(): Command {
  return new Command('till')
    .description(
      'muestra la caja de un evento: qué se cobró, qué hay en cada caja, quién debe y quién tiene un chip',
    )
    .addOption(dataOption())
    .option('--event <evento>', 'su nombre, su código, o «open» para el que está abierto', 'open')
    .option('--out <archivo>', 'escribe todos los recibos en un .csv, .xlsx o .json; con -, CSV a la salida')
    .addHelpText('after', '\nEjemplos:\n  pilotos till\n  pilotos till --out caja.xlsx')
    .action(till)
}

async function till({ event: wanted, out, ...options }: TillOptions): Promise<void> {
  const how = exportOptionsOf(out === standardOutput ? undefined : out, {})
  if (out !== undefined) await requireWritable(out)
  const { event, riders } = await withStores(options, async (stores) => {
    const event = findEvent(eventsOf((await stores.settings.read()).events), wanted)
    return { event, riders: (await stores.pilots.list()).pilots }
  })
  const now = new Date().toISOString()
  const summary = tillSummary(riders, event, now)
  if (out !== undefined) {
    const report = tillReport(riders, event, now)
    await writeOut(out, await writeReceipts(report, how))
    say(`${count(report.receipts.length, 'recibo')} de ${eventTitle(event)} en ${out}`)
  } else if (!summary) say(`${eventTitle(event)} no tiene cobros ni chips prestados.`)
  else {
    const lists = tillSections(summary).map((section) => listText(section, widthOf(process.stdout)))
    await print([`Caja: ${eventTitle(event)}\n`, ...lists].join('\n'))
  }
}
