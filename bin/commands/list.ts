/** `pilotos list`: prints the pilots as a table or as JSON. */
import { Command } from 'commander'
import type { ListQuery } from '#domain/list-query'
import { approximateNote } from '#domain/pilot/search'
import { count, enumerate } from '#domain/text/text'
import { readBasis } from '../../server/actions/validity.ts'
import { writeJson } from '../../server/spreadsheets/formats/json.ts'
import {
  type DataOptions,
  dataOption,
  integer,
  type StatusWord,
  searchOption,
  sortOption,
  statusFilter,
  statusOption,
  withStores,
} from '../options.ts'
import { print, say } from '../terminal/output.ts'
import { pilotTable, widthOf } from '../terminal/table.ts'

interface ListOptions extends DataOptions, Pick<ListQuery, 'search' | 'sort'> {
  status?: StatusWord
  limit?: number
  json?: boolean
}

export function listCommand(): Command {
  return new Command('list')
    .description('muestra los pilotos: primero los más recientes o, con --search, los que mejor coinciden')
    .addOption(dataOption())
    .addOption(searchOption())
    .addOption(sortOption())
    .addOption(statusOption())
    .option('--limit <número>', 'cuántos como máximo', integer(1, 1_000_000))
    .option('--json', 'como JSON')
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos list --search "rally cusco" --limit 10\n  pilotos list --status vencida',
    )
    .action(list)
}

async function list({ json, limit, search, sort, status, ...data }: ListOptions): Promise<void> {
  const { basis, page } = await withStores(data, async (stores) => {
    const basis = await readBasis(stores)
    const query = { search, sort, perPage: limit, status: statusFilter(status, basis) }
    return { basis, page: await stores.pilots.list(query) }
  })
  const { pilots, total, isApproximate } = page
  if (isApproximate) say(approximateNote)
  if (json) return print(writeJson(pilots, basis))
  if (total === 0 && status) return say(`Ningún piloto con credencial ${status}.`)
  if (total === 0) return say(search ? 'Ningún piloto coincide con la búsqueda.' : nobody)
  const { text, omitted } = pilotTable(pilots, basis, widthOf(process.stdout))
  await print(text)
  const summary =
    pilots.length < total ? `${pilots.length} de ${count(total, 'piloto')}` : count(total, 'piloto')
  say(`\n${summary}`)
  if (omitted.length > 0) say(`En esta terminal no caben: ${enumerate(omitted)}.`)
}

const nobody = 'Todavía no hay pilotos: regístrelos con pilotos serve, o con pilotos import ARCHIVO.'
