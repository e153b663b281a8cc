/** `pilotos waivers`: writes the signed waivers of an event as a PDF. */
import { Command } from 'commander'
import { eventTitle } from '#domain/events/event'
import { eventsOf, findEvent } from '#domain/events/events'
import { count } from '#domain/text/text'
import { drawSheet, waiversOfEvent } from '../../../server/waivers/waiver-files.ts'
import { Workers } from '../../../server/workers/workers.ts'
import { type DataOptions, dataOption, type Installed, withStores } from '../../terminal/options.ts'
import { requireWritable, say, writeOut } from '../../terminal/output.ts'

interface WaiversOptions extends DataOptions {
  /** An identifier, a name, or `open`. */
  event: string
  out: string
}

export function waiversCommand(installed: Installed): Command {
  return new Command('waivers')
    .description('escribe los deslindes firmados de un evento, una hoja por piloto')
    .addOption(dataOption())
    .option('--event <evento>', 'su nombre, su código, o «open» para el que está abierto', 'open')
    .requiredOption('--out <archivo>', 'el PDF; con -, a la salida')
    .addHelpText('after', '\nEjemplo:\n  pilotos waivers --out deslindes.pdf')
    .action((options: WaiversOptions) => waivers(options, installed))
}

async function waivers(
  { event: wanted, out, ...options }: WaiversOptions,
  installed: Installed,
): Promise<void> {
  await requireWritable(out)
  const { sheet, event, riders } = await withStores(options, async (stores) => {
    const { events: stored, waivers: texts = {}, brand } = await stores.settings.read()
    const event = findEvent(eventsOf(stored), wanted)
    const { pilots } = await stores.pilots.list({ enteredIn: { event: event.id } })
    return { sheet: waiversOfEvent(pilots, { event, texts, brand }), event, riders: pilots.length }
  })
  const workers = new Workers(installed)
  try {
    await writeOut(out, await drawSheet(workers, sheet))
  } finally {
    await workers.close()
  }
  const signed = sheet.pages.length
  const rest = riders > signed ? `; ${count(riders - signed, 'inscrito')} sin firmar` : ''
  say(`${count(signed, 'deslinde')} de ${eventTitle(event)} en ${out}${rest}`)
}
