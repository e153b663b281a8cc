/** The commands that print pilots: `list`, `show` and `history`. */
import { Command } from 'commander'
import { cardIn } from '#domain/credential/printed-card'
import { type StatusBasis, termsLines } from '#domain/credential/status'
import { UsageError } from '#domain/errors'
import { withRaceNumber } from '#domain/events/categories/race-number'
import { shownEntries } from '#domain/events/categories/shown'
import type { EnteredKind } from '#domain/events/entered-kinds'
import { enteredFilter } from '#domain/events/entry-filter'
import { eventsOf, openEvent } from '#domain/events/events'
import { fieldText } from '#domain/pilots/fields'
import { authorText, changeText, entryText, labelled } from '#domain/pilots/history/history'
import { type FieldTable, fieldTable } from '#domain/pilots/own/field-table'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { approximateNote } from '#domain/pilots/search/search'
import { formatMoment } from '#domain/text/date'
import { printable } from '#domain/text/names'
import { count, enumerate } from '#domain/text/text'
import { readBasis, readFieldTable } from '../../../server/settings/current-settings.ts'
import { writeJson } from '../../../server/spreadsheets/formats/json.ts'
import {
  type DataOptions,
  dataOption,
  enteredOf,
  type Installed,
  limitOption,
  newFile,
  pilotArgument,
  pilotIdOf,
  searchOption,
  sortOption,
  statusFilter,
  statusOption,
  withStores,
  wordOption,
} from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { pilotTable, table } from '../../terminal/table.ts'
import type { ListOptions } from './list-file.ts'

/** `pilotos list`: prints the pilots as a table or as JSON, or writes their list for paper. */
export function listCommand(installed: Installed): Command {
  return new Command('list')
    .description('muestra los pilotos: primero los más recientes o, con --search, los que mejor coinciden')
    .addOption(dataOption())
    .addOption(searchOption())
    .addOption(sortOption())
    .addOption(statusOption())
    .addOption(
      wordOption(
        '--entered <cuáles>',
        'solo los inscritos en el evento abierto, o los que no lo están',
        enteredWords,
      ),
    )
    .option('--category <nombre>', 'solo los inscritos en una categoría del evento abierto')
    .addOption(limitOption())
    .option('--json', 'como JSON')
    .option(
      '--out <archivo>',
      'la lista para imprimir, por modalidad y número, con los requisitos y lugar para firmar: en un .pdf o .xlsx',
      newFile,
    )
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos list --search "rally cusco" --limit 10\n  pilotos list --status vencida\n  pilotos list --entered no\n  pilotos list --category "85 cc"\n  pilotos list --entered si --out lista.pdf',
    )
    .action((options: ListOptions) => list(options, installed))
}

const enteredWords: Readonly<Record<EnteredKind, string>> = {
  all: 'si',
  none: 'no',
  pending: 'por-inscribir',
  uncategorized: 'sin-categoria',
}

async function list(options: ListOptions, installed: Installed): Promise<void> {
  if (options.out !== undefined) {
    const { writeList } = await import('./list-file.ts')
    return writeList(options, options.out, installed)
  }
  const { json, limit, search, sort, status, entered, category, ...data } = options
  const { basis, event, page } = await withStores(data, async (stores) => {
    const basis = await readBasis(stores)
    const open = openEvent((await stores.settings.read()).events)
    const wanted = enteredOf(options, open)
    const query = {
      ...{ search, sort, perPage: limit, status: statusFilter(status, basis) },
      ...(wanted !== undefined && enteredFilter(open, wanted)),
    }
    return { basis, event: open.id, page: await stores.pilots.list(query) }
  })
  const { pilots, total, isApproximate } = page
  if (isApproximate) say(approximateNote)
  if (json) return print(writeJson(pilots, basis))
  if (total === 0 && (entered || category)) return say('Ningún piloto queda con esos filtros.')
  if (total === 0 && status) return say(`Ningún piloto con credencial ${status}.`)
  if (total === 0) return say(search ? 'Ningún piloto coincide con la búsqueda.' : nobody)
  const shown = pilots.map((pilot) => ({ ...withRaceNumber(pilot, event), card: cardIn(pilot, event) }))
  const { text, omitted } = pilotTable(shown, basis, widthOf(process.stdout))
  await print(text)
  const summary =
    pilots.length < total ? `${pilots.length} de ${count(total, 'piloto')}` : count(total, 'piloto')
  say(`\n${summary}`)
  if (omitted.length > 0) say(`En esta terminal no caben: ${enumerate(omitted)}.`)
}

const nobody = 'Todavía no hay pilotos: regístrelos con pilotos serve, o con pilotos import ARCHIVO.'

interface ShowOptions extends DataOptions {
  json?: boolean
}

/** `pilotos show`: prints one pilot, for people or as JSON. */
export function showCommand(): Command {
  return new Command('show')
    .description('muestra un piloto')
    .argument('<id>', pilotArgument)
    .addOption(dataOption())
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplos:\n  pilotos show 7K3Q9XW2M4TB\n  pilotos show 70123456')
    .action(async (id: string, { json, ...data }: ShowOptions) => {
      const { pilot, basis, table, event } = await withStores(data, async (stores) => ({
        pilot: await stores.pilots.get(await pilotIdOf(stores, id)),
        basis: await readBasis(stores),
        table: await readFieldTable(stores),
        event: openEvent((await stores.settings.read()).events),
      }))
      const entries = shownEntries(pilot, event)
      await print(json ? writeJson([pilot], basis) : printable(describe(pilot, entries, basis, table)))
    })
}

/** `entries` are those in the open event, with their numbers. */
function describe(pilot: Pilot, entries: string, basis: StatusBasis, { names, of }: FieldTable): string {
  const lines = [
    ['Identificador', pilot.id],
    ...names
      .filter((name) => pilot[name] !== undefined)
      .map((name) => [of(name).label, fieldText(name, pilot[name])]),
    ...(entries ? [['Inscrito con', entries]] : []),
    ['Foto', pilot.photo ?? 'sin foto'],
    ...termsLines(pilot, basis),
  ] as const
  const width = Math.max(...lines.map(([label = '']) => label.length))
  const indent = ' '.repeat(width + 2)
  const text = lines.map(
    ([label = '', value = '']) => `${label.padEnd(width)}  ${value.replaceAll('\n', `\n${indent}`)}`,
  )
  return `${fullName(pilot)}\n\n${text.join('\n')}\n`
}

interface HistoryOptions extends DataOptions {
  json?: boolean
  shared?: boolean
}

/** `pilotos history`: prints the changes of a pilot, with their authors and times. */
export function historyCommand(): Command {
  return new Command('history')
    .description('muestra quién cambió qué de un piloto, y cuándo')
    .argument('[id]', `${pilotArgument}; también el identificador de un piloto borrado`)
    .addOption(dataOption())
    .option('--shared', 'en vez de un piloto, los ajustes: precios, categorías, textos, reglas')
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplos:\n  pilotos history 7K3Q9XW2M4TB\n  pilotos history --shared')
    .action((id, options) => (options.shared ? settingsHistory(id, options) : history(id, options)))
}

/** Prints who has changed what of the settings, the newest last, as the history of a pilot does. */
async function settingsHistory(id: string | undefined, { data, json }: HistoryOptions): Promise<void> {
  if (id !== undefined) throw new UsageError('Diga un piloto o --shared, y no los dos')
  const entries = (await withStores({ data }, ({ settings }) => settings.history())).reverse()
  if (entries.length === 0 && !json) return print('Nadie cambió todavía los ajustes\n')
  await printHistory(entries, json, ({ what, changes }) => [what, ...changes])
}

async function history(id: string | undefined, { data, json }: HistoryOptions): Promise<void> {
  if (id === undefined) throw new UsageError('Falta el piloto, o --shared para la historia de los ajustes')
  const entries = await withStores({ data }, async (stores) => {
    const { fields, events } = await stores.settings.read()
    const changes = await stores.pilots.history(await pilotIdOf(stores, id))
    return labelled(changes, fieldTable(fields), eventsOf(events))
  })
  await printHistory(entries, json, (entry) => [entryText(entry), ...(entry.changes ?? []).map(changeText)])
}

/** Prints a history as a table or as JSON. `linesOf` returns what happened, and then its changes. */
async function printHistory<Entry extends Parameters<typeof authorText>[0] & { at: string }>(
  entries: readonly Entry[],
  json: boolean | undefined,
  linesOf: (entry: Entry) => readonly string[],
): Promise<void> {
  if (json) return print(`${JSON.stringify(entries, null, 2)}\n`)
  const rows = entries.flatMap((entry) => {
    const [what = '', ...changes] = linesOf(entry)
    const told = [formatMoment(entry.at), authorText(entry), what]
    return [told, ...changes.map((change) => ['', '', `  ${change}`])]
  })
  await print(table(['CUÁNDO', 'QUIÉN', 'QUÉ'], rows, widthOf(process.stdout)))
}
