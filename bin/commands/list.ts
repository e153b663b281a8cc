/** `pilotos list`: prints the pilots as a table or as JSON. */
import { Command } from 'commander'
import type { ListQuery } from '#domain/list-query'
import { approximateNote } from '#domain/pilot/search'
import { count, enumerate } from '#domain/text/text'
import { writeJson } from '../../server/spreadsheets/formats/json.ts'
import { type DataOptions, dataOption, integer, searchOption, sortOption, withStores } from '../options.ts'
import { print, say } from '../terminal/output.ts'
import { pilotTable, widthOf } from '../terminal/table.ts'

interface ListOptions extends DataOptions, Pick<ListQuery, 'search' | 'sort'> {
  limit?: number
  json?: boolean
}

export function listCommand(): Command {
  return new Command('list')
    .description('muestra los pilotos: primero los más recientes o, con --search, los que mejor coinciden')
    .addOption(dataOption())
    .addOption(searchOption())
    .addOption(sortOption())
    .option('--limit <número>', 'cuántos como máximo', integer(1, 1_000_000))
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplo:\n  pilotos list --search "rally cusco" --limit 10')
    .action(list)
}

async function list({ json, limit, search, sort, ...data }: ListOptions): Promise<void> {
  const { pilots, total, isApproximate } = await withStores(data, (stores) =>
    stores.pilots.list({ search, sort, perPage: limit }),
  )
  if (isApproximate) say(approximateNote)
  if (json) return print(writeJson(pilots))
  if (total === 0) return say(search ? 'Ningún piloto coincide con la búsqueda.' : nobody)
  const { text, omitted } = pilotTable(pilots, widthOf(process.stdout))
  await print(text)
  const summary =
    pilots.length < total ? `${pilots.length} de ${count(total, 'piloto')}` : count(total, 'piloto')
  say(`\n${summary}`)
  if (omitted.length > 0) say(`En esta terminal no caben: ${enumerate(omitted)}.`)
}

const nobody = 'Todavía no hay pilotos: regístrelos con pilotos serve, o con pilotos import ARCHIVO.'
