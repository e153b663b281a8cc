/** The history in PostgreSQL: a row with the author of each change, and a row for each pilot in the change. */
import { recentImports, type StoredImport } from '#domain/import/undo'
import { type ChangeLogPage, type LoggedChange, mergeLogs } from '#domain/pilot/change-log'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { type RemovedPilot, removedIn } from '#domain/pilot/removed'
import { completePilot } from '#domain/pilot/stored'
import {
  arrayOf,
  type Parameter,
  type Queryable,
  type Transaction,
  type Values,
} from '../connection/queryable.ts'
import { type Event, eventsOf, idsOf } from './change-statement.ts'

const columns =
  'c.key, COALESCE(c.origin, c.number), c.at, c.author, c.is_clear, h.id, h.kind, h.state, h.next, c.imported_at, c.undoes'

/** Returns the changes of the pilots with these identifiers, the oldest first. */
export async function changesAbout(database: Queryable, ids: Iterable<PilotId>): Promise<LoggedChange[]> {
  const rows = await database.query(
    `SELECT ${columns}, c.origin FROM pilotos.history h JOIN pilotos.changes c ON c.key = h.change
      WHERE h.id = ANY($1::text[]) ORDER BY c.number, h.id, h.kind`,
    [arrayOf([...ids])],
  )
  const isOwn = (row: Values) => row.at(-1) === null
  return mergeLogs(changesOf(rows.filter(isOwn)), changesOf(rows.filter((row) => !isOwn(row))))
}

/** Returns the pilots that were removed since `since` (ISO 8601, UTC) and do not exist now. */
export async function readRemoved(database: Queryable, since: string): Promise<RemovedPilot[]> {
  const rows = await database.query(
    `SELECT DISTINCT h.id FROM pilotos.history h JOIN pilotos.changes c ON c.key = h.change
      WHERE h.kind = 'remove' AND c.at >= $1 AND c.undoes IS NULL
        AND NOT EXISTS (SELECT 1 FROM pilotos.pilots p WHERE p.id = h.id)
        AND NOT EXISTS (SELECT 1 FROM pilotos.revoked r WHERE r.id = h.id)`,
    [since],
  )
  if (rows.length === 0) return []
  return removedIn(
    await changesAbout(
      database,
      rows.map(([id]) => String(id)),
    ),
  )
}

/** Returns this store's own change with a number, or nothing. */
export async function readChange(database: Queryable, number: number): Promise<LoggedChange[]> {
  return changesOf(
    await database.query(
      `SELECT ${columns} FROM pilotos.history h JOIN pilotos.changes c ON c.key = h.change
        WHERE c.number = $1::bigint AND c.origin IS NULL ORDER BY h.id, h.kind`,
      [number],
    ),
  )
}

/** Returns this store's own changes about the pilots of an import, the oldest first. */
export async function readImportLog(
  database: Queryable,
  imported: readonly Pilot[],
): Promise<LoggedChange[]> {
  return changesOf(
    await database.query(
      `SELECT ${columns} FROM pilotos.history h JOIN pilotos.changes c ON c.key = h.change
        WHERE h.id = ANY($1::text[]) AND c.origin IS NULL ORDER BY c.number, h.id, h.kind`,
      [arrayOf(imported.map(({ id }) => id))],
    ),
  )
}

/** Returns the last imports of this store, the newest first. */
export async function readImports(database: Queryable): Promise<StoredImport[]> {
  const rows = await database.query(
    `SELECT c.number, c.at, c.author, c.size,
        EXISTS (SELECT 1 FROM pilotos.changes u WHERE u.undoes = c.number AND u.origin IS NULL)
      FROM pilotos.changes c WHERE c.imported_at IS NOT NULL AND c.origin IS NULL
      ORDER BY c.number DESC LIMIT ${recentImports}`,
  )
  return rows.map(([number, at, author, size, isUndone]) => ({
    change: Number(number),
    at: String(at),
    ...(author ? { by: String(author) } : {}),
    pilots: Number(size),
    isUndone: isUndone === true,
  }))
}

/** The largest number of history rows that are read at once. */
const pageRows = 5000

/**
 * Returns a page of the history. `after` is the number of the last change before the page, or a position in a long
 * change: `number key id kind`.
 */
export async function changeLogPage(database: Queryable, after = '0'): Promise<ChangeLogPage> {
  const [number = '0', key, id, kind] = after.split(' ')
  if (key !== undefined) return longPage(database, { number, key, id: id ?? '', kind: kind ?? '' })
  const found = await database.query(
    'SELECT key, number, size FROM pilotos.changes WHERE number > $1::bigint ORDER BY number LIMIT 1000',
    [number],
  )
  const chosen: Values[] = []
  let rows = 0
  for (const change of found) {
    rows += Number(change[2])
    if (chosen.length > 0 && rows > pageRows) break
    chosen.push(change)
  }
  const last = chosen.at(-1)
  if (!last) return { changes: [] }
  if (rows > pageRows && chosen.length === 1)
    return longPage(database, { number: String(last[1]), key: String(last[0]), id: '', kind: '' })
  const changes = await database.query(
    `SELECT ${columns} FROM pilotos.changes c JOIN pilotos.history h ON c.key = h.change
      WHERE c.key = ANY($1::text[]) ORDER BY c.number, h.id, h.kind`,
    [quotedArray(chosen.map(([one]) => String(one)))],
  )
  return { changes: changesOf(changes), next: String(last[1]) }
}

async function longPage(
  database: Queryable,
  { number, key, id, kind }: { number: string; key: string; id: string; kind: string },
): Promise<ChangeLogPage> {
  const rows = await database.query(
    `SELECT ${columns} FROM pilotos.changes c JOIN pilotos.history h ON c.key = h.change
      WHERE h.change = $1 AND (h.id > $2 OR (h.id = $2 AND h.kind > $3)) ORDER BY h.id, h.kind LIMIT ${pageRows}`,
    [keyOf(key), id, kind],
  )
  const last = rows.at(-1)
  const next = rows.length < pageRows || !last ? number : `${number} ${urlKey(key)} ${last[5]} ${last[6]}`
  return { changes: changesOf(rows), next }
}

/** Replaces the spaces in a key, because a space separates the parts of a position. */
function urlKey(key: string): string {
  return key.replaceAll(' ', '_')
}

function keyOf(key: string): string {
  return key.replaceAll('_', ' ')
}

/** Adds the changes of a backup, except the changes that are already stored. */
export async function addToChangeLog(transaction: Transaction, log: readonly LoggedChange[]): Promise<void> {
  const { query } = transaction
  const numbers = arrayOf([...new Set(log.map(({ number }) => number))])
  const known = await query(
    'SELECT key, COALESCE(origin, number), at FROM pilotos.changes WHERE number = ANY($1::bigint[]) OR origin = ANY($1::bigint[])',
    [numbers],
  )
  const own = new Set(
    known.flatMap(([key, number, at]) => (key === `${number} ${at}` ? [] : [`${number} ${at}`])),
  )
  const storedKeys = new Set(known.map(([key]) => key))
  const incoming = new Map<string, { one: LoggedChange; events: Event[] }>()
  for (const one of log) {
    const key = `${one.number} ${one.at}`
    if (own.has(key)) continue
    const same = incoming.get(key)
    if (same) same.events.push(...eventsOf(one.change))
    else incoming.set(key, { one, events: [...eventsOf(one.change)] })
  }
  const fresh = [...incoming].filter(([key]) => !storedKeys.has(key))
  const [[last] = []] = await query(
    'UPDATE pilotos.state SET number = number + $1::bigint WHERE one = 1 RETURNING number',
    [fresh.length],
  )
  const first = Number(last) - fresh.length + 1
  await insertMany(
    transaction,
    'pilotos.changes (key, number, origin, at, author, is_clear, size, ids, imported_at, undoes)',
    [
      ...fresh.map(([key, { one, events }], index) => [
        key,
        first + index,
        one.number,
        one.at,
        one.change.by ?? null,
        one.change.clear === true,
        events.length,
        idsOf(one.change),
        one.change.importedAt ?? null,
        one.change.undoes ?? null,
      ]),
    ],
  )
  await insertMany(transaction, 'pilotos.history (change, id, kind, state, next)', [
    ...Array.from(incoming, ([key, { events }]) =>
      events.map(({ id, kind, state, next }) => [key, id, kind, state, next]),
    ).flat(),
  ])
  const grown = [...incoming].filter(([key]) => storedKeys.has(key))
  for (const [key, { events }] of grown)
    await query('UPDATE pilotos.changes SET size = size + $2::bigint WHERE key = $1', [key, events.length])
}

const rowsAtOnce = 1000

/** Inserts rows, and leaves stored rows with the same key as they are. */
async function insertMany(
  { query }: Transaction,
  target: string,
  rows: readonly Parameter[][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    let number = 0
    const values = some.map((row) => {
      const placeholders = row.map(() => {
        number += 1
        return `$${number}`
      })
      return `(${placeholders.join(', ')})`
    })
    await query(`INSERT INTO ${target} VALUES ${values.join(', ')} ON CONFLICT DO NOTHING`, some.flat())
  }
}

/** Returns the changes from rows, in which the rows of one change must be consecutive. */
function changesOf(rows: readonly Values[]): LoggedChange[] {
  const changes: LoggedChange[] = []
  let lastKey: unknown
  for (const row of rows) {
    const [key, number, at, author, isClear, id, kind, state, next, importedAt, undoes] = row
    if (key !== lastKey) {
      changes.push({
        number: Number(number),
        at: String(at),
        change: {
          ...(isClear === true && { clear: true as const }),
          ...(author ? { by: String(author) } : {}),
          ...(importedAt ? { importedAt: String(importedAt) } : {}),
          ...(undoes ? { undoes: Number(undoes) } : {}),
        },
      })
      lastKey = key
    }
    const last = changes.at(-1)
    if (last) last.change = withEvent(last.change, { id, kind, state, next, at })
  }
  return changes
}

function withEvent(change: LoggedChange['change'], event: Record<string, unknown>): LoggedChange['change'] {
  const id = String(event.id)
  // The arrays were created by this function, so that it may push to them, which costs less than a copy each time.
  const {
    put = [],
    remove = [],
    revoke = [],
  } = change as { [Name in 'put' | 'remove' | 'revoke']?: unknown[] }
  if (event.kind === 'put') put.push(completePilot(JSON.parse(String(event.state))))
  else if (event.kind === 'remove') remove.push(id)
  else revoke.push({ id, at: String(event.at), next: String(event.next) })
  return {
    ...change,
    ...(put.length > 0 && { put: put as LoggedChange['change']['put'] }),
    ...(remove.length > 0 && { remove: remove as PilotId[] }),
    ...(revoke.length > 0 && { revoke: revoke as LoggedChange['change']['revoke'] }),
  }
}

function quotedArray(texts: readonly string[]): string {
  return arrayOf(texts.map((text) => `"${text}"`))
}
