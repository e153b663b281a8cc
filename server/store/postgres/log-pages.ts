/** Reads the log of changes, of which each is in one or several parts. */
import type { Change } from '#domain/pilots/change'
import { type ChangeLogPage, type LoggedChange, pagesOf } from '#domain/pilots/history/history'
import { completePilot } from '#domain/pilots/stored'
import { partAbout } from '../shared/change-parts.ts'
import type { Queryable } from './connection/database.ts'
import { parseBody } from './rows.ts'

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
