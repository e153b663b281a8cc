/** Reads the log of changes, of which each is in one or several parts. */
import type { Change } from '#domain/pilot/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilot/change-log'
import { completePilot } from '#domain/pilot/stored'
import { partAbout } from '../shared/change-parts.ts'
import type { Queryable } from './connection/database.ts'
import { parseBody } from './rows.ts'

/** A part of a change in the log, with its place. */
interface StoredPart {
  number: string
  part: string
  logged: LoggedChange
}

/** The size of a page in bytes, as the database compresses them. A page has at least one part, however long. */
const pageBytes = 1024 * 1024

/** Returns the parts after a place, the oldest first, at most a page: first those of other desks. */
async function pageOfParts(
  { query }: Queryable,
  [number, part]: readonly string[],
  topics?: ReadonlySet<string>,
): Promise<StoredPart[]> {
  const about = topics ? 'AND topics && ARRAY(SELECT json_array_elements_text($3::text::json))' : ''
  const rows = await query(
    `SELECT number, part, past, at, body::text FROM (
        SELECT *, sum(pg_column_size(body)) OVER (ORDER BY number, part) - pg_column_size(body) AS before FROM (
          SELECT * FROM pilotos.log WHERE (number, part) > ($1::bigint, $2::bigint) ${about}
            ORDER BY number, part LIMIT 1000) AS p) AS sized
      WHERE before < ${pageBytes} ORDER BY number, part`,
    [number ?? '0', part ?? '0', ...(topics ? [JSON.stringify([...topics])] : [])],
  )
  return rows.map(([number, part, past, at, body]) => ({
    number: String(number),
    part: String(part),
    logged: {
      number: Number(past ?? number),
      at: String(at),
      change: changeOf(body),
      ...(past !== null && { past: true as const }),
    },
  }))
}

export async function changeLogPage(
  database: Queryable,
  after = '0 0',
  topics?: ReadonlySet<string>,
): Promise<ChangeLogPage> {
  const parts = await pageOfParts(database, after.split(' '), topics)
  const last = parts.at(-1)
  const changes = parts.flatMap(({ logged }) => {
    const change = topics ? partAbout(logged.change, topics) : logged.change
    return change ? [{ ...logged, change }] : []
  })
  return { changes, ...(last && { next: `${last.number} ${last.part}` }) }
}

/** Reads the whole log. */
export async function readParts(database: Queryable): Promise<StoredPart[]> {
  const parts: StoredPart[] = []
  for (let last: StoredPart | undefined; ; ) {
    const page = await pageOfParts(database, last ? [last.number, last.part] : [])
    for (const one of page) parts.push(one)
    if (page.length === 0) return parts
    last = page.at(-1)
  }
}

/** Returns the part of a change that a row has. */
export function changeOf(body: unknown): Change {
  const { put, ...change } = parseBody(body) as Change
  return { ...change, ...(put && { put: put.map(completePilot) }) }
}
