/** The rows of the log of changes, each a part of one, and those of the present data, of which each change puts and deletes some. */
import { createHash } from 'node:crypto'
import type { Change } from '#domain/pilots/change'
import { type ChangeLogPage, changeKey, type LoggedChange, pagesOf } from '#domain/pilots/history/history'
import { completePilot } from '#domain/pilots/stored'
import { wellFormed } from '#domain/text/text'
import { partAbout, partsOf, topicsOf } from '../shared/log.ts'
import type { Parameter, Queryable } from './connection/database.ts'

/** A row by the names of its columns. The body of a row is JSON. */
type Row = Readonly<Record<string, Parameter | object | undefined>>

/** The number of characters after which a statement has no further row. */
const charactersAtOnce = 1024 * 1024

/** Inserts rows. `conflict` says what becomes of rows whose key is stored already. */
export async function insertRows(
  { query }: Queryable,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  conflict = '',
): Promise<void> {
  const names = columns.join(', ')
  const insertion = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rowsOf(table)} ${conflict}`
  for (const some of chunks(rows)) await query(insertion, [some])
}

/** Returns the rows of the first parameter, a JSON array, as a table `v`. The driver would encode a JSON type again. */
export function rowsOf(table: string): string {
  return `json_populate_recordset(NULL::${table}, $1::text::json) AS v`
}

/** Yields rows as JSON arrays, each for one statement. */
export function* chunks(rows: Iterable<Row>): Generator<string> {
  let some: string[] = []
  let length = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    some.push(text)
    length += text.length
    if (length < charactersAtOnce) continue
    yield `[${some}]`
    some = []
    length = 0
  }
  if (some.length > 0) yield `[${some}]`
}

/** The columns of the log that are written. A change of another desk has the number 0 and its own in `past`. */
const logColumns = ['number', 'part', 'key', 'at', 'past', 'topics', 'body']

/** A change with a text that tells it from one that another process stores with its number. */
export type KeyedChange = LoggedChange & { key: string }

/** Adds changes of this store to the log. */
export function insertChanges(transaction: Queryable, changes: Iterable<KeyedChange>): Promise<void> {
  function* rows() {
    for (const { number, key, at, change } of changes)
      for (const [part, one] of partsOf(change).entries()) yield { number, part, key, at, ...contentOf(one) }
  }
  return insertRows(transaction, 'pilotos.log', logColumns, rows())
}

/** Adds the history of a backup or another desk, except the changes that are already stored, and those of this store. */
export async function insertPast(transaction: Queryable, log: Iterable<LoggedChange>): Promise<void> {
  function* rows() {
    for (const { number, at, change } of log)
      for (const part of partsOf(change))
        yield { key: pastKey({ number, at, change: part }), at, past: number, ...contentOf(part) }
  }
  const names = logColumns.slice(2).join(', ')
  for (const some of chunks(rows()))
    await transaction.query(
      `INSERT INTO pilotos.log (number, part, ${names}) SELECT 0, nextval('pilotos.places'), ${names}
        FROM ${rowsOf('pilotos.log')}
        WHERE NOT EXISTS (SELECT 1 FROM pilotos.log o WHERE o.number > 0 AND o.number = v.past AND o.at = v.at)
        ON CONFLICT DO NOTHING`,
      [some],
    )
}

/** Returns a text that only this part of a change has, in the logs of all desks: parts of equal riders are the same. */
function pastKey(logged: LoggedChange): string {
  const ids = (logged.change.put ?? []).map(({ id }) => id).join(' ')
  return ids
    ? `${changeKey(logged)} ${createHash('sha256').update(ids).digest('base64url')}`
    : changeKey(logged)
}

/** Returns the columns of a part of a change that an erasure writes anew. */
export function contentOf(part: Change): { topics: string[]; body: object } {
  return { topics: [...new Set(topicsOf(part))], body: storable(part) }
}

/** Writes what some changes make of the present data. */
export async function writePresent(transaction: Queryable, changes: readonly Change[]): Promise<void> {
  const { isCleared, gone, put } = presentRows(changes)
  if (isCleared) await transaction.query("DELETE FROM pilotos.rows WHERE kind IN ('pilot', 'revoked')")
  for (const some of chunks(gone))
    await transaction.query(
      `DELETE FROM pilotos.rows AS r USING ${rowsOf('pilotos.rows')} WHERE r.kind = v.kind AND r.id = v.id`,
      [some],
    )
  const conflict = 'ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body'
  await insertRows(transaction, 'pilotos.rows', ['kind', 'id', 'body'], put, conflict)
}

/** Returns the rows that are deleted first, and those that are put then. A row that was deleted comes back as the last. */
function presentRows(changes: readonly Change[]) {
  let isCleared = false
  const gone = new Map<string, Row>()
  const put = new Map<string, Row>()
  const remove = (kind: string, ids: readonly string[]) => {
    for (const id of ids) {
      put.delete(`${kind} ${id}`)
      gone.set(`${kind} ${id}`, { kind, id: storable({ id }).id })
    }
  }
  const add = (kind: string, all: readonly { id: string }[]) => {
    for (const one of all) put.set(`${kind} ${one.id}`, { kind, id: storable(one).id, body: storable(one) })
  }
  for (const change of changes) {
    if (change.clear) for (const [key, { kind }] of put) if (kind !== 'shared') put.delete(key)
    isCleared ||= change.clear === true
    const set = Object.entries(change.set ?? {}).map(([id, value]) => ({ id, value }))
    remove(
      'shared',
      set.flatMap(({ id, value }) => (value === null ? [id] : [])),
    )
    add(
      'shared',
      set.filter(({ value }) => value !== null),
    )
    add('pilot', change.put ?? [])
    remove('pilot', change.remove ?? [])
    remove('revoked', change.unrevoke ?? [])
    add('revoked', change.revoke ?? [])
  }
  return { isCleared, gone: gone.values(), put: put.values() }
}

/** The characters that PostgreSQL cannot take out of JSON, as JSON writes them, and the one that marks their places. */
const odd = /\\u0000|\\ud[89a-f]|\ue000/

/**
 * Returns a value of which PostgreSQL can read every text: U+0000 is U+E000 and `0` in it, and U+E000 is U+E000 and `1`.
 * Surrogates without their other half are replaced.
 */
function storable<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value)
  if (!odd.test(text)) return value
  return JSON.parse(text, (_, one) =>
    typeof one === 'string'
      ? wellFormed(one).replaceAll('\ue000', '\ue0001').replaceAll('\0', '\ue0000')
      : one,
  )
}

/** Parses JSON, and reverses `storable`. */
export function parseBody(body: unknown): unknown {
  const text = String(body)
  return text.includes('\ue000')
    ? JSON.parse(text, (_, one) => (typeof one === 'string' ? original(one) : one))
    : JSON.parse(text)
}

/** Returns a text without the marks of `storable`. */
function original(text: string): string {
  return text.replaceAll('\ue0000', '\0').replaceAll('\ue0001', '\ue000')
}

/** A part of a change in the log, with its place. */
export interface StoredPart {
  number: string
  part: string
  logged: LoggedChange
}

/** The size of a page in bytes, as the database compresses them. A page has at least one part, however long. */
const pageBytes = 1024 * 1024

/** Returns the parts after a place, the oldest first, at most a page: first those of other desks. */
async function pageOfParts(
  { query }: Queryable,
  after = '0 0',
  topics?: ReadonlySet<string>,
): Promise<{ parts: StoredPart[]; next?: string }> {
  const about = topics ? 'AND topics && ARRAY(SELECT json_array_elements_text($3::text::json))' : ''
  const rows = await query(
    `SELECT number, part, past, at, body::text FROM (
        SELECT *, sum(pg_column_size(body)) OVER (ORDER BY number, part) - pg_column_size(body) AS before FROM (
          SELECT * FROM pilotos.log WHERE (number, part) > ($1::bigint, $2::bigint) ${about}
            ORDER BY number, part LIMIT 1000) AS p) AS sized
      WHERE before < ${pageBytes} ORDER BY number, part`,
    [...after.split(' '), ...(topics ? [JSON.stringify([...topics])] : [])],
  )
  const parts = rows.map(([number, part, past, at, body]) => ({
    number: String(number),
    part: String(part),
    logged: {
      number: Number(past ?? number),
      at: String(at),
      change: changeOf(body),
      ...(past !== null && { past: true as const }),
    },
  }))
  const last = parts.at(-1)
  return { parts, ...(last && { next: `${last.number} ${last.part}` }) }
}

export async function changeLogPage(
  database: Queryable,
  after?: string,
  topics?: ReadonlySet<string>,
): Promise<ChangeLogPage> {
  const { parts, ...rest } = await pageOfParts(database, after, topics)
  const changes = parts.flatMap(({ logged }) => {
    const change = topics ? partAbout(logged.change, topics) : logged.change
    return change ? [{ ...logged, change }] : []
  })
  return { changes, ...rest }
}

/** Reads the whole log. */
export async function readParts(database: Queryable): Promise<StoredPart[]> {
  const all: StoredPart[] = []
  for await (const { parts } of pagesOf((after) => pageOfParts(database, after)))
    for (const one of parts) all.push(one)
  return all
}

/** Returns the part of a change that a row has. */
export function changeOf(body: unknown): Change {
  const { put, ...change } = parseBody(body) as Change
  return { ...change, ...(put && { put: put.map(completePilot) }) }
}
