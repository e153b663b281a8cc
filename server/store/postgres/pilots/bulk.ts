/** Writes many rows at once: new rows with COPY in its text format (PostgreSQL 15, COPY, "Text Format"). */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pilot } from '#domain/pilot/pilot'
import type { Parameter, Transaction } from '../connection/queryable.ts'
import { rowColumns, rowOf, rowTypes, termsColumns, termsValues } from './rows.ts'

/** The approximate number of characters that are sent at once. */
const partSize = 128 * 1024

export async function copyRows(
  { sql }: Transaction,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Parameter[]>,
): Promise<void> {
  const query = sql.unsafe(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)
  const copy = await query.writable()
  // If the database refuses the data after its end, the driver rejects only the query, whose promise is already
  // resolved.
  const refused = new Promise<never>((_, reject) => {
    Object.assign(query, { reject })
  })
  await Promise.race([pipeline(Readable.from(parts(rows)), copy), refused])
}

/** The length of the list of pending entries of a GIN index during a copy, in kilobytes; a search reads the list. */
const pendingKilobytes = 16 * 1024

/** The fewest pilots for which it takes less time to merge the pending entries at once. */
const fewestMerged = 1000

/** Copies new pilots. */
export async function copyPilots(
  transaction: Transaction,
  pilots: readonly Pilot[],
  revision: string,
): Promise<void> {
  const isMerged = pilots.length >= fewestMerged && (await collectEntries(transaction))
  await copyRows(transaction, 'pilotos.pilots', [...rowColumns, 'revision'], rowsOf(pilots, revision))
  if (isMerged) await transaction.query(`SELECT gin_clean_pending_list('${gramsIndex}')`)
}

const gramsIndex = 'pilotos.pilots_grams'

function* rowsOf(pilots: readonly Pilot[], revision: string): Generator<Parameter[]> {
  for (const pilot of pilots) yield [...rowOf(pilot), revision]
}

/**
 * Makes the index of the grams collect more entries before it merges them (PostgreSQL 15, "GIN Fast Update
 * Technique"): each merge writes most pages of the index. Returns false if the index has no such list, as in
 * YugabyteDB, or another owner. Callers must merge the last entries, or the next registration would have to.
 */
async function collectEntries({ query }: Transaction): Promise<boolean> {
  const rows = await query(
    `SELECT set_config('gin_pending_list_limit', '${pendingKilobytes}', true),
        set_config('work_mem', '${pendingKilobytes}', true)
      FROM pg_class c JOIN pg_am a ON a.oid = c.relam
      WHERE c.oid = to_regclass('${gramsIndex}') AND a.amname = 'gin' AND pg_has_role(c.relowner, 'USAGE')`,
  )
  return rows.length > 0
}

/** The number of rows in one UPDATE, which stays below the limit of 65,535 parameters in a statement. */
const updatedAtOnce = 1000

/** Updates stored pilots without deleting their rows, so that a transaction that waits for a row still finds it. */
export async function updatePilots(
  { query }: Transaction,
  pilots: readonly Pilot[],
  revision: string,
): Promise<void> {
  const sets = rowColumns.filter((name) => name !== 'id').map((name) => `${name} = v.${name}`)
  for (let start = 0; start < pilots.length; start += updatedAtOnce) {
    const parameters: Parameter[] = [revision]
    const rows = pilots.slice(start, start + updatedAtOnce).map((pilot) => {
      const values = rowOf(pilot).map((value, index) => `$${parameters.push(value)}::${rowTypes[index]}`)
      return `(${values.join(', ')})`
    })
    await query(
      `UPDATE pilotos.pilots AS p SET ${sets.join(', ')}, revision = $1
        FROM (VALUES ${rows.join(', ')}) AS v (${rowColumns.join(', ')}) WHERE p.id = v.id`,
      parameters,
    )
  }
}

/** Updates only the terms of stored pilots. */
export function updateTerms(
  transaction: Transaction,
  pilots: readonly Pilot[],
  revision: string,
): Promise<void> {
  return updateTexts(transaction, pilots, revision, termsColumns, termsValues)
}

/** Updates only the cards of stored pilots. */
export function updateCards(
  transaction: Transaction,
  pilots: readonly Pilot[],
  revision: string,
): Promise<void> {
  return updateTexts(transaction, pilots, revision, cardColumns, ({ card }) =>
    [card?.at, card?.address, card?.until].map((value) => value ?? null),
  )
}

const cardColumns = ['card_at', 'card_address', 'card_until']

async function updateTexts(
  { query }: Transaction,
  pilots: readonly Pilot[],
  revision: string,
  columns: readonly string[],
  valuesOf: (pilot: Pilot) => Parameter[],
): Promise<void> {
  const sets = columns.map((name) => `${name} = v.${name}`)
  for (let start = 0; start < pilots.length; start += updatedAtOnce) {
    const parameters: Parameter[] = [revision]
    const rows = pilots.slice(start, start + updatedAtOnce).map((pilot) => {
      const values = [pilot.id, ...valuesOf(pilot)].map((value) => `$${parameters.push(value)}::text`)
      return `(${values.join(', ')})`
    })
    await query(
      `UPDATE pilotos.pilots AS p SET ${sets.join(', ')}, revision = $1
        FROM (VALUES ${rows.join(', ')}) AS v (id, ${columns.join(', ')}) WHERE p.id = v.id`,
      parameters,
    )
  }
}

function* parts(rows: Iterable<readonly Parameter[]>): Generator<Buffer> {
  let part = ''
  for (const row of rows) {
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) part += '\t'
      part += cell(row[index] ?? null)
    }
    part += '\n'
    if (part.length < partSize) continue
    yield Buffer.from(part)
    part = ''
  }
  if (part) yield Buffer.from(part)
}

function cell(value: Parameter): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapable.test(value) ? value.replace(all, escaped) : value
  return Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : String(value)
}

const escapable = /[\\\n\r\t\b\f\v]/
const all = new RegExp(escapable.source, 'g')
const names: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}

function escaped(character: string): string {
  return names[character] ?? character
}
