/** The history: a row with the author of each change, and a row for each pilot in the change. */
import { hostname } from 'node:os'
import { authorAt } from '#domain/author'
import { CodeHistory } from '#domain/gate/code-history'
import { recentImports, type StoredImport } from '#domain/import/undo'
import type { Change, Merged, Revocation, SeenContact } from '#domain/pilot/change'
import { type ChangeLogPage, type LoggedChange, mergeLogs } from '#domain/pilot/change-log'
import { isRetainedGroup } from '#domain/pilot/field'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { type RemovedPilot, removedIn } from '#domain/pilot/removed'
import { completePilot } from '#domain/pilot/stored'
import type { ChangeFeed } from './change-feed.ts'
import { arrayOf, type Database, type Parameter, type Queryable, type Values } from './connection/database.ts'
import { insertRows } from './pilot-rows.ts'

/** Yields a row for each pilot in each change. */
function* eventsOf(changes: Iterable<[key: string, change: Change]>) {
  for (const [change, { put = [], remove = [], revoke = [], unrevoke = [], seen = [] }] of changes) {
    for (const pilot of put) yield { change, id: pilot.id, kind: 'put', state: JSON.stringify(pilot) }
    for (const id of remove) yield { change, id, kind: 'remove' }
    for (const { id, next, ...state } of revoke)
      yield { change, id, kind: 'revoke', next, state: JSON.stringify(state) }
    for (const id of unrevoke) yield { change, id, kind: 'unrevoke' }
    for (const { id, ...state } of seen) yield { change, id, kind: 'seen', state: JSON.stringify(state) }
  }
}

/** A change with more identifiers than this is announced without identifiers. */
const mostIds = 50

/** Returns the identifiers of the changed pilots, separated by commas, or null if they are too many or not to be said. */
function idsOf({ put = [], remove = [], seen = [], clear, erased }: Change): string | null {
  if (clear || erased !== undefined || put.length + remove.length > mostIds) return null
  return [...put.map(({ id }) => id), ...remove, ...seen.map(({ id }) => id)].join(',')
}

/** Returns the row of a change, without its key and its number. */
function rowOfChange(change: Change) {
  const {
    by,
    clear = false,
    put = [],
    remove = [],
    revoke = [],
    unrevoke = [],
    seen = [],
    importedAt,
    undoes,
    file,
    desk,
    merged,
    erased,
    forgotten,
  } = change
  return {
    author: by,
    is_clear: clear,
    size: put.length + remove.length + revoke.length + unrevoke.length + seen.length,
    ids: idsOf(change),
    imported_at: importedAt,
    undoes,
    file,
    desk,
    merged: merged && JSON.stringify(merged),
    erased,
    forgotten,
  }
}

const changeColumns = [
  'key',
  'number',
  'origin',
  'at',
  'author',
  'is_clear',
  'size',
  'ids',
  'imported_at',
  'undoes',
  'file',
  'desk',
  'merged',
  'erased',
  'forgotten',
]

/** The result of a transaction, and the change that it made, if any. */
export interface Work<Result> {
  change?: Change
  /** The changes of another desk that a merge adds to the history. */
  past?: readonly LoggedChange[]
  /** The number of added pilots; negative if pilots are removed. */
  growth?: number
  result: Result
  /** Returns the result with the number of the change. */
  numbered?: (number: number) => Result
}

/** Runs `work` in a transaction that also records the change, with retries. It is stored only once. */
export async function writeChange<Result>(
  database: Database,
  changes: ChangeFeed,
  work: (transaction: Queryable) => Promise<Work<Result>>,
): Promise<Result> {
  const write = async (transaction: Queryable, key: string) => {
    const { change, past = [], growth = 0, result, numbered } = await work(transaction)
    if (!change) return { result, isStored: false }
    await changes.announce(transaction)
    const number = await recordChange(transaction, { key, change, growth })
    if (past.length > 0) await addToChangeLog(transaction, past)
    return { result: numbered ? numbered(number) : result, isStored: true }
  }
  try {
    return await database.write(write, (key) => isRecorded(database, key))
  } finally {
    changes.poll()
  }
}

/**
 * Returns true if the change with this key is stored. The look-up writes, because the change may be visible on its
 * server and not yet be on a synchronous standby: the commit of the look-up waits for both.
 */
async function isRecorded(database: Database, key: string): Promise<boolean> {
  const text = 'UPDATE pilotos.changes SET at = at WHERE key = $1 RETURNING 1'
  return (await database.once(text, [key])).length > 0
}

/**
 * Records a change with its revocations, and returns its number. `growth` is the number of added pilots, negative if
 * pilots are removed. The number comes last in a transaction, because it blocks all other writes until the end.
 */
async function recordChange(
  transaction: Queryable,
  { key, change, growth }: { key: string; change: Change; growth: number },
): Promise<number> {
  const { revoke = [], unrevoke = [] } = change
  await insertEvents(transaction, [[key, change]])
  if (unrevoke.length > 0)
    await transaction.query('DELETE FROM pilotos.revoked WHERE id = ANY($1::text[])', [arrayOf(unrevoke)])
  // The author says on which laptop a change was made.
  const row = { ...rowOfChange({ ...change, by: authorAt(hostname(), change.by) }), key, at: new Date() }
  const columns = changeColumns.filter((name) => name !== 'number').join(', ')
  const [[number] = []] = await transaction.query(
    `WITH state AS (UPDATE pilotos.state SET number = number + 1, total = total + $1::bigint WHERE one = 1
        RETURNING number),
      revoked AS (INSERT INTO pilotos.revoked (id, at, next, joined, number)
        SELECT v.id, v.at, v.next, v.joined, state.number
        FROM state, json_populate_recordset(NULL::pilotos.revoked, $2::text::json) AS v
        ON CONFLICT (id) DO UPDATE SET at = excluded.at, next = excluded.next, joined = excluded.joined,
          number = excluded.number)
      INSERT INTO pilotos.changes (number, ${columns})
        SELECT state.number, ${columns.replace(/\w+/g, 'v.$&')}
        FROM state, json_populate_record(NULL::pilotos.changes, $3::text::json) AS v RETURNING number`,
    [growth, JSON.stringify(revoke), JSON.stringify(row)],
  )
  return Number(number)
}

function insertEvents(
  transaction: Queryable,
  changes: Iterable<[key: string, change: Change]>,
): Promise<void> {
  const columns = ['change', 'id', 'kind', 'state', 'next']
  return insertRows(transaction, 'pilotos.history', columns, eventsOf(changes), { keepsStored: true })
}

export async function readRevocations(database: Queryable, ids?: readonly PilotId[]): Promise<Revocation[]> {
  const rows = await database.query(
    `SELECT id, at, next, joined FROM pilotos.revoked ${ids ? 'WHERE id = ANY($1::text[])' : ''} ORDER BY number, id`,
    ids && [arrayOf(ids)],
  )
  return rows.map(revocationOf)
}

/** Returns the codes from this one to the identifier that its pilot has now. */
export async function codesAfter(database: Queryable, code: PilotId): Promise<CodeHistory> {
  const rows = await database.query(
    `WITH RECURSIVE steps (id, at, next, joined) AS (
        SELECT id, at, next, joined FROM pilotos.revoked WHERE id = $1
        UNION SELECT r.id, r.at, r.next, r.joined FROM pilotos.revoked r JOIN steps ON r.id = steps.next)
      SELECT id, at, next, joined FROM steps`,
    [code],
  )
  return new CodeHistory(rows.map(revocationOf))
}

function revocationOf([id, at, next, joined]: Values): Revocation {
  return { id: String(id), at: String(at), next: String(next), ...(joined === true && { joined }) }
}

/** Returns the identifier of a pilot, and the earlier and joined ones: each card had a different one. */
export async function identifiersOf(database: Queryable, id: PilotId): Promise<Set<PilotId>> {
  const rows = await database.query(
    `WITH RECURSIVE known (id) AS (SELECT $1::text
      UNION SELECT r.id FROM pilotos.revoked r JOIN known ON r.next = known.id) SELECT id FROM known`,
    [id],
  )
  return new Set(rows.map(([one]) => String(one)))
}

const order = 'c.number, h.id, h.kind'

/** The record of a merge can be long, and is in the first row of its change only. */
const columns = `c.key, COALESCE(c.origin, c.number), c.at, c.author, c.is_clear, h.id, h.kind, h.state, h.next,
  c.imported_at, c.undoes, c.file, c.desk,
  CASE WHEN lag(c.key) OVER (ORDER BY ${order}) IS DISTINCT FROM c.key THEN c.merged END, c.origin IS NOT NULL, c.erased, c.forgotten`

/** Returns the changes that meet a condition on `c`, the change, and `h`, the pilot in it, the oldest first. */
async function readChanges(
  database: Queryable,
  condition: string,
  ...parameters: Parameter[]
): Promise<LoggedChange[]> {
  return changesOf(
    await database.query(
      `SELECT ${columns} FROM pilotos.changes c LEFT JOIN pilotos.history h ON h.change = c.key
        WHERE ${condition} ORDER BY ${order}`,
      parameters,
    ),
  )
}

/** Returns the changes of the pilots with these identifiers, the oldest first. */
export async function changesAbout(database: Queryable, ids: Iterable<PilotId>): Promise<LoggedChange[]> {
  const all = arrayOf([...ids])
  return mergeLogs(
    await readChanges(database, 'h.id = ANY($1::text[]) AND c.origin IS NULL', all),
    await readChanges(database, 'h.id = ANY($1::text[]) AND c.origin IS NOT NULL', all),
  )
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
  const ids = rows.map(([id]) => String(id))
  return ids.length === 0 ? [] : removedIn(await changesAbout(database, ids))
}

/** Returns this store's own change with a number, or nothing. */
export function readChange(database: Queryable, number: number): Promise<LoggedChange[]> {
  return readChanges(database, 'c.number = $1::bigint AND c.origin IS NULL', number)
}

/** Returns this store's own changes about the pilots of an import, the oldest first. */
export function readImportLog(database: Queryable, imported: readonly Pilot[]): Promise<LoggedChange[]> {
  const ids = imported.map(({ id }) => id)
  return readChanges(database, 'h.id = ANY($1::text[]) AND c.origin IS NULL', arrayOf(ids))
}

/** Returns the number of the last change that this store itself made, or 0. */
export async function lastOwnChange(database: Queryable): Promise<number> {
  const [[number] = []] = await database.query('SELECT max(number) FROM pilotos.changes WHERE origin IS NULL')
  return Number(number ?? 0)
}

/** Returns the last imports and merges of this store, the newest first. */
export async function readImports(database: Queryable): Promise<StoredImport[]> {
  const rows = await database.query(
    `SELECT c.number, c.at, c.author, c.file, c.merged,
        (SELECT count(*) FROM pilotos.history h WHERE h.change = c.key AND (h.kind = 'put' OR h.kind = 'remove'
          AND NOT EXISTS (SELECT 1 FROM pilotos.history r WHERE r.change = h.change AND r.id = h.id AND r.kind = 'revoke'))),
        EXISTS (SELECT 1 FROM pilotos.changes u WHERE u.undoes = c.number AND u.origin IS NULL)
      FROM pilotos.changes c WHERE (c.imported_at IS NOT NULL OR c.merged IS NOT NULL) AND c.origin IS NULL
      ORDER BY c.number DESC LIMIT ${recentImports}`,
  )
  return rows.map(([number, at, author, file, merged, pilots, isUndone]) => ({
    change: Number(number),
    at: String(at),
    ...(author ? { by: String(author) } : {}),
    ...(file ? { file: String(file) } : {}),
    ...(merged ? { desk: mergedOf(merged).desk } : {}),
    pilots: Number(pilots),
    isUndone: isUndone === true,
  }))
}

/** The number of history rows after which a page ends. A page has at least one change, however long. */
const pageRows = 5000

/** Returns a page of the history. `after` is the number of the last change before the page. */
export async function changeLogPage(database: Queryable, after = '0'): Promise<ChangeLogPage> {
  const [[last] = []] = await database.query(
    `SELECT max(number) FROM (SELECT number, sum(size) OVER (ORDER BY number) - size AS before
      FROM pilotos.changes WHERE number > $1::bigint ORDER BY number LIMIT 1000) AS c WHERE before < ${pageRows}`,
    [after],
  )
  if (typeof last !== 'string') return { changes: [] }
  const condition = 'c.number > $1::bigint AND c.number <= $2::bigint'
  return { changes: await readChanges(database, condition, after, last), next: last }
}

/** Adds the changes of a backup, except the changes that are already stored. A backup may have one in several parts. */
export async function addToChangeLog(transaction: Queryable, log: readonly LoggedChange[]): Promise<void> {
  const { query } = transaction
  const keyOf = ({ number, at }: LoggedChange) => `${number} ${at}`
  const known = await query(
    `SELECT key, COALESCE(origin, number), at FROM pilotos.changes
      WHERE number = ANY($1::bigint[]) OR origin = ANY($1::bigint[])`,
    [arrayOf([...new Set(log.map(({ number }) => number))])],
  )
  const stored = new Set(known.map(([key]) => String(key)))
  const own = new Set(known.map(([key, number, at]) => (key === `${number} ${at}` ? '' : `${number} ${at}`)))
  const incoming = log.filter((one) => !own.has(keyOf(one)))
  const fresh = new Map<string, LoggedChange>()
  for (const one of incoming) {
    const key = keyOf(one)
    if (!stored.has(key) && !fresh.has(key)) fresh.set(key, one)
  }
  const [[last] = []] = await query(
    'UPDATE pilotos.state SET number = number + $1::bigint WHERE one = 1 RETURNING number',
    [fresh.size],
  )
  const first = Number(last) - fresh.size + 1
  const rows = Array.from(fresh, ([key, { number, at, change }], index) => {
    return { ...rowOfChange(change), key, number: first + index, origin: number, at }
  })
  await insertRows(transaction, 'pilotos.changes', changeColumns, rows, { keepsStored: true })
  await insertEvents(
    transaction,
    incoming.map((one) => [keyOf(one), one.change]),
  )
  await query(
    `UPDATE pilotos.changes AS c SET size = (SELECT count(*) FROM pilotos.history h WHERE h.change = c.key)
      WHERE origin = ANY($1::bigint[])`,
    [arrayOf([...new Set(incoming.map(({ number }) => number))])],
  )
}

function changesOf(rows: readonly Values[]): LoggedChange[] {
  const changes = new Map<unknown, LoggedChange & { change: Lists }>()
  for (const row of rows) {
    const [key] = row
    const found = changes.get(key) ?? withoutEvents(row)
    changes.set(key, found)
    addEvent(found.change, row)
  }
  const isFilled = ([, value]: [string, unknown]) => !Array.isArray(value) || value.length > 0
  return Array.from(changes.values(), ({ change, ...one }) => ({
    ...one,
    change: Object.fromEntries(Object.entries(change).filter(isFilled)),
  }))
}

/** Returns the change of a row, without the pilots in it. */
function withoutEvents([, number, at, author, isClear, , , , , ...rest]: Values) {
  const [importedAt, undoes, file, desk, merged, isPast, erased, forgotten] = rest
  return {
    number: Number(number),
    at: String(at),
    ...(isPast === true && { past: true as const }),
    change: {
      ...(isClear === true && { clear: true as const }),
      ...(author ? { by: String(author) } : {}),
      ...(importedAt ? { importedAt: String(importedAt) } : {}),
      ...(undoes ? { undoes: Number(undoes) } : {}),
      ...(file ? { file: String(file) } : {}),
      ...(desk ? { desk: String(desk) } : {}),
      ...(merged ? { merged: mergedOf(merged) } : {}),
      ...(erased ? { erased: Number(erased) } : {}),
      ...(isRetainedGroup(forgotten) ? { forgotten } : {}),
      put: [],
      remove: [],
      revoke: [],
      unrevoke: [],
      seen: [],
    },
  }
}

/** Adds the pilot of a row to its change. A merge may change no pilot, and has a row without one then. */
function addEvent({ put, remove, revoke, unrevoke, seen }: Lists, row: Values): void {
  const [, , at, , , id, kind, state, next] = row.map((value) => (value === null ? '' : String(value)))
  if (!id) return
  if (kind === 'put') put.push(completePilot(JSON.parse(String(state))))
  else if (kind === 'remove') remove.push(id)
  else if (kind === 'unrevoke') unrevoke.push(id)
  else if (kind === 'seen') seen.push({ id, ...JSON.parse(String(state)) })
  // Revocations from before version 17 have no state.
  else revoke.push({ id, at: String(at), next: String(next), ...JSON.parse(state || '{}') })
}

function mergedOf(text: unknown): Merged {
  return JSON.parse(String(text))
}

interface Lists extends Change {
  put: Pilot[]
  remove: PilotId[]
  revoke: Revocation[]
  unrevoke: PilotId[]
  seen: SeenContact[]
}
