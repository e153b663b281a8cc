/** `pilotos removed`: prints the removed pilots, who can be restored with `pilotos remove --undo`. */
import { Command } from 'commander'
import { formatDni } from '#domain/pilot/dni'
import { fullName } from '#domain/pilot/full-name'
import { type RemovedPilot, removedDays } from '#domain/pilot/removed'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { type DataOptions, dataOption, integer, searchOption, withStores } from '../options.ts'
import { print, say } from '../terminal/output.ts'
import { table, widthOf } from '../terminal/table.ts'

interface RemovedOptions extends DataOptions {
  search?: string
  limit?: number
  json?: boolean
}

export function removedCommand(): Command {
  return new Command('removed')
    .description(`muestra los pilotos borrados en los últimos ${removedDays} días, el último borrado primero`)
    .addOption(dataOption())
    .addOption(searchOption())
    .option('--limit <número>', 'cuántos como máximo', integer(1, 1_000_000))
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplo:\n  pilotos removed --search quispe')
    .action(removed)
}

async function removed({ search, limit, json, data }: RemovedOptions): Promise<void> {
  const page = await withStores({ data }, ({ pilots }) => pilots.removed({ search, perPage: limit }))
  if (json) return print(`${JSON.stringify(page.removed.map(flat), null, 2)}\n`)
  if (page.total === 0) return say(search ? 'Ningún borrado coincide con la búsqueda.' : 'No hay borrados.')
  const rows = page.removed.map(({ pilot, at, by = '' }) => [
    pilot.id,
    fullName(pilot),
    formatDni(pilot.dni),
    pilot.npiloto,
    formatMoment(at),
    by,
  ])
  await print(table(['ID', 'PILOTO', 'DNI', 'N°', 'BORRADO', 'QUIÉN'], rows, widthOf(process.stdout)))
  const total = count(page.total, 'borrado')
  say(`\n${rows.length < page.total ? `${rows.length} de ${total}` : total}`)
  say('Para recuperar a uno: pilotos remove ID --undo')
}

function flat({ pilot: { id, photo, since: _since, card: _card, ...draft }, at, by }: RemovedPilot): object {
  return { id_driver: id, attachment: photo, ...draft, removed_at: at, ...(by && { removed_by: by }) }
}
