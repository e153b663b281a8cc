/** `pilotos passages`: prints and exports the log of passages, and settles incidents. */
import { Command } from 'commander'
import { NotFoundError, UsageError } from '#domain/errors'
import { eventsOf, findEvent, partOf } from '#domain/events/events'
import { CodeHistory } from '#domain/gate/code-history'
import { describeSettlement } from '#domain/gate/log-entry'
import {
  cardlessText,
  directionTexts,
  doubtTexts,
  overrideText,
  type PassageResult,
  resultText,
} from '#domain/gate/passage'
import type { PassageQuery } from '#domain/gate/passage-query'
import type { PassageRecord } from '#domain/gate/schemas'
import type { ExportOptions } from '#domain/import/columns'
import { inTheTerminal } from '#domain/staff/roles'
import { formatMoment, midnightOf } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import { writePassages } from '../../../server/gate/passage-file.ts'
import { findPassageRecords, passageRecords } from '../../../server/store/queries/passage-records.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import {
  type DataOptions,
  dataOption,
  exportOptionsOf,
  integer,
  limitOption,
  parseDay,
  pilotArgument,
  pilotIdOf,
  withFileOptions,
  withStores,
  wordOption,
} from '../../terminal/options.ts'
import { print, say, widthOf, writeOut } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

interface FilterOptions extends DataOptions, Pick<PassageQuery, 'gate' | 'result' | 'incidents' | 'settled'> {
  /** An identifier, a name, or `open`. */
  event?: string
  /** An identifier or a DNI. */
  pilot?: string
  /** The first and the last day, as `YYYY-MM-DD`. */
  from?: string
  to?: string
}

interface ListOptions extends FilterOptions {
  limit?: number
  json?: boolean
}

interface SettleOptions extends DataOptions {
  reason?: string
  undo?: boolean
}

export function passagesCommand(): Command {
  return new Command('passages')
    .description('muestra las lecturas de las puertas, y resuelve incidencias')
    .addHelpText('after', '\nEjemplo:\n  pilotos passages list --limit 20')
    .addCommand(
      filtered(new Command('list').description('muestra las lecturas, primero las últimas'))
        .addOption(limitOption())
        .option('--json', 'como JSON')
        .addHelpText(
          'after',
          '\nEjemplos:\n  pilotos passages list --limit 20\n  pilotos passages list --incidents --json',
        )
        .action(list),
    )
    .addCommand(
      withFileOptions(
        filtered(
          new Command('export').description('escribe las lecturas en un archivo, primero las más antiguas'),
        ),
      )
        .addHelpText('after', '\nEjemplo:\n  pilotos passages export lecturas.xlsx --from 21/11/2026')
        .action(exportPassages),
    )
    .addCommand(
      new Command('settle')
        .description('resuelve una incidencia; con --undo la abre de nuevo')
        .argument('<número>', 'la lectura, como sale en la lista', integer(1, Number.MAX_SAFE_INTEGER))
        .addOption(dataOption())
        .option('--reason <motivo>', 'motivo, que queda en el registro')
        .option('--undo', 'abre la incidencia de nuevo')
        .addHelpText(
          'after',
          '\nEjemplos:\n  pilotos passages settle 2 --reason "Entró con su padre"\n  pilotos passages settle 2 --undo',
        )
        .action(settle),
    )
}

/** The words of `--result`. */
const resultWords: Record<PassageResult, string> = {
  pass: 'pase',
  again: 'ya-entro',
  repeat: 'repetida',
  expired: 'vencida',
  suspended: 'suspendida',
  incomplete: 'incompleto',
  revoked: 'anulada',
  unknown: 'no-es-credencial',
  'not-entered': 'no-inscrito',
  unchecked: 'falta',
  conflict: 'lea-otra-vez',
}

function filtered(command: Command): Command {
  return command
    .addOption(dataOption())
    .option('--gate <puerta>', 'solo las de una puerta')
    .addOption(wordOption('--result <resultado>', 'solo las de un resultado', resultWords))
    .option('--pilot <id>', `solo las de un piloto: ${pilotArgument}`)
    .option('--incidents', 'solo las incidencias sin resolver')
    .option('--settled', 'solo las incidencias resueltas')
    .option(
      '--event <evento>',
      'solo las de un evento: su nombre, su código, o «open» para el que está abierto',
    )
    .option('--from <fecha>', 'desde ese día', parseDay)
    .option('--to <fecha>', 'hasta ese día', parseDay)
}

async function list({ json, limit, ...options }: ListOptions): Promise<void> {
  const { passages, total } = await withStores(options, (stores) => readLast(stores, options, limit))
  if (json) return print(`${JSON.stringify(passages, null, 2)}\n`)
  if (total === 0) return say('No hay lecturas.')
  await print(table(head, passages.map(cellsOf), widthOf(process.stdout)))
  say(`\n${passages.length < total ? `${passages.length} de ` : ''}${count(total, 'lectura')}`)
}

async function exportPassages(
  out: string | undefined,
  options: FilterOptions & Partial<ExportOptions>,
): Promise<void> {
  const how = exportOptionsOf(out, options)
  // The data is free for other commands before the file is written.
  const records = await withStores(options, (stores) => readAll(stores, options))
  const content = await writePassages([records], how)
  if (out === undefined) return print(content)
  await writeOut(out, content)
  say(`${count(records.length, 'lectura')} en ${out}`)
}

async function settle(number: number, { data, reason, undo }: SettleOptions): Promise<void> {
  if (undo && reason !== undefined) throw new UsageError('--undo va sin --reason')
  if (!undo && !reason?.trim()) throw new UsageError('falta --reason')
  await withStores({ data }, async ({ passages }) => {
    const [entry] = await passages.log(number - 1)
    if (entry?.number !== number || 'settles' in entry)
      throw new NotFoundError(`No hay una lectura ${number} en el registro`)
    const order = { settles: entry.id, at: new Date().toISOString(), by: inTheTerminal }
    const { settlement } = await passages.settle({ ...order, ...(!undo && { reason }) })
    say(
      settlement
        ? `Lectura ${number}: ${describeSettlement(settlement)}.`
        : `Lectura ${number}: la incidencia está sin resolver.`,
    )
  })
}

/** Reads the last passages, the newest first, and the number of all. Without a limit, reads all. */
async function readLast(
  stores: Stores,
  filter: FilterOptions,
  limit?: number,
): Promise<{ passages: PassageRecord[]; total: number }> {
  if (limit === undefined) {
    const all = await readAll(stores, filter)
    return { passages: all.toReversed(), total: all.length }
  }
  const history = new CodeHistory(await stores.pilots.revocations())
  const query = await queryOf(stores, filter, history)
  const { passages, total } = await stores.passages.list({ ...query, perPage: limit })
  return { passages: await passageRecords(stores, passages, history), total }
}

/** Reads all passages, the oldest first. */
async function readAll(stores: Stores, filter: FilterOptions): Promise<PassageRecord[]> {
  const history = new CodeHistory(await stores.pilots.revocations())
  const all: PassageRecord[] = []
  const query = await queryOf(stores, filter, history)
  for await (const part of await findPassageRecords(stores, query, history)) all.push(...part)
  return all
}

async function queryOf(
  stores: Stores,
  { gate, result, incidents, settled, pilot, event, from, to }: FilterOptions,
  history: CodeHistory,
): Promise<PassageQuery> {
  const events = eventsOf((await stores.settings.read()).events)
  return {
    gate,
    result,
    incidents,
    settled,
    pilot: pilot === undefined ? undefined : history.first(await pilotIdOf(stores, pilot)),
    event: event === undefined ? undefined : partOf(events, findEvent(events, event).id),
    from: from && midnightOf(from).toISOString(),
    before: to && midnightOf(to, 1).toISOString(),
  }
}

const head = ['LECTURA', 'CUÁNDO', 'PUERTA', 'SENTIDO', 'RESULTADO', 'PILOTO', 'N°', 'QUIÉN', 'NOTAS']

function cellsOf(passage: PassageRecord): string[] {
  const { number, at, gate, direction, pilot, scanned, by, corrects } = passage
  return [
    String(number),
    formatMoment(at),
    gate,
    directionTexts[direction],
    corrects === undefined ? resultText(passage) : 'DESHACER',
    pilot?.name ?? scanned,
    pilot?.npiloto ?? '',
    by,
    enumerate(notesOf(passage)),
  ]
}

function notesOf(passage: PassageRecord): string[] {
  const { result, admitted, offline, cardless, override, incident, settled, corrected, corrects, doubt } =
    passage
  return [
    incident && 'incidencia',
    result === 'again' && !admitted && 'no pasó',
    offline && 'sin conexión',
    cardless && cardlessText,
    override && overrideText,
    doubt && doubtTexts[doubt],
    corrected && corrects === undefined && 'deshecha',
    settled !== undefined && describeSettlement(settled),
  ].filter((note) => typeof note === 'string')
}
