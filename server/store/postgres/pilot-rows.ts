/** Reads and writes the rows of pilots: their data, and the text by which they are searched. */
import { areEntries, type Entered, type Entry } from '#domain/event/entry'
import type { EntryFilter } from '#domain/list-query'
import type { Consent } from '#domain/pilot/consent'
import { documentOf, type RiderDocument } from '#domain/pilot/document'
import { type FieldName, fieldNames, kindOf, noneOf } from '#domain/pilot/fields'
import type { Pilot, PilotDraft } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { searchText } from '#domain/pilot/search-text'
import { completePilot } from '#domain/pilot/stored'
import { parseJson, wellFormed } from '#domain/text/text'
import type { Terms } from '#domain/validity/terms'
import { arrayOf, type Parameter, type Queryable, type Values } from './connection/database.ts'

/** The columns of the terms of a credential. */
export const termsColumns = [
  'issued',
  'valid_until',
  'medical_until',
  'suspended_from',
  'suspended_to',
  'suspended_reason',
]

/** The columns of the last printed card. */
export const cardColumns = ['card_at', 'card_address', 'card_until', 'card_outdated']

/** The columns of the consent. */
export const consentColumns = ['consent_version', 'consent_at', 'consent_by', 'consent_guardian']

/** The columns that `pilotOf` reads, in its order. */
export const pilotColumns = [
  'id',
  'photo',
  'since',
  ...cardColumns,
  ...fieldNames,
  ...termsColumns,
  ...consentColumns,
  'entries',
]

/** The columns with the document, which no other pilot has. */
const documentColumns: readonly FieldName[] = ['dni', 'tipodoc', 'documento']

/** The columns that are written, except `place`. */
const rowColumns = [...pilotColumns, 'search']

/** The fields that are sorted as texts in Spanish; the other fields have the order of their column. */
export const sortedTexts = fieldNames.filter((name) => kindOf(name) === 'text')

/** Returns the pilot from the values of `pilotColumns`. */
export function pilotOf(values: Values): Pilot {
  const row = Object.fromEntries(pilotColumns.map((name, index) => [name, values[index]])) as Record<
    string,
    string | null
  >
  const {
    id,
    photo,
    since,
    card_at: at,
    card_address: address,
    card_until: until,
    card_outdated: outdated,
  } = row
  const fields: [FieldName, string | number | null][] = []
  for (const name of fieldNames) {
    const value = row[name] ?? null
    if (value !== null) fields.push([name, kindOf(name) === 'integer' ? Number(value) : original(value)])
    else if (noneOf(name) !== undefined) fields.push([name, null])
  }
  return completePilot({
    id: String(id),
    photo: photo ?? null,
    ...(Object.fromEntries(fields) as PilotDraft),
    ...(since && { since }),
    ...(at && {
      card: {
        at,
        address: address ?? '',
        ...(until && { until }),
        ...(outdated && { outdated: true as const }),
      },
    }),
    ...termsOf(row),
    ...consentOf(row),
    ...entriesOf(row),
  })
}

/** Stored pilots that were looked up by their identifiers or their documents. */
interface FoundPilots {
  byId(id: PilotId): Pilot | undefined
  byDocument(document: RiderDocument): Pilot | undefined
}

/** Reads pilots. With `locks`, other transactions cannot change them until the end of this one. */
export async function readPilots(
  database: Queryable,
  { ids = [], documents = [] }: { ids?: Iterable<PilotId>; documents?: readonly RiderDocument[] },
  { locks = false } = {},
): Promise<FoundPilots> {
  const dnis = new Set(documents.flatMap(({ dni }) => dni ?? []))
  const codes = new Set(documents.flatMap(({ dni, documento }) => (dni === null && documento) || []))
  // A number can be of several kinds, of which few riders are looked up in vain.
  const rows = await database.query(
    `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots
      WHERE id = ANY($1::text[]) OR dni = ANY($2::bigint[]) OR documento = ANY($3::text[])
      ORDER BY id${locks ? ' FOR UPDATE' : ''}`,
    [arrayOf([...new Set(ids)]), arrayOf([...dnis]), arrayOf([...codes])],
  )
  const pilots = rows.map(pilotOf)
  const [byId, byDocument] = [
    new Map(pilots.map((pilot) => [pilot.id, pilot])),
    new Map(pilots.map((pilot) => [documentOf(pilot), pilot])),
  ]
  return { byId: (id) => byId.get(id), byDocument: (document) => byDocument.get(documentOf(document)) }
}

/** Reads the pilots who take part in an event. */
export async function readEntered({ query }: Queryable, event: string): Promise<Pilot[]> {
  const rows = await query(
    `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE entries LIKE $1 ORDER BY place`,
    [entryPattern({ event })],
  )
  return rows.map(pilotOf)
}

function termsOf(row: Record<string, string | null>): { terms?: Terms } {
  const { issued, valid_until: until, medical_until: medical, suspended_from: from, suspended_to: to } = row
  if (!issued && !until && !medical && !from) return {}
  const reason = original(row.suspended_reason ?? '')
  return {
    terms: {
      ...(issued && { issued }),
      ...(until && { until }),
      ...(medical && { medical }),
      ...(from && { suspension: { from, ...(to && { to }), reason } }),
    },
  }
}

function consentOf(row: Record<string, string | null>): { consent?: Consent } {
  const { consent_version: version, consent_at: at, consent_by: by, consent_guardian: guardian } = row
  if (!at) return {}
  return {
    consent: {
      version: Number(version),
      at,
      ...(by && { by: original(by) }),
      ...(guardian && { guardian: original(guardian) }),
    },
  }
}

function entriesOf({ entries }: Record<string, string | null>): Entered {
  const stored = entries ? parseJson(original(entries)) : undefined
  return areEntries(stored) ? { entries: stored } : {}
}

/**
 * Returns entries as JSON, each with its event and its modalidad first, so that a query finds them by `entryPattern`. An
 * empty text would not say that there are none.
 */
function entriesText(entries: readonly Entry[] = []): string | undefined {
  if (entries.length === 0) return undefined
  return storable(
    JSON.stringify(entries.map(({ event, modalidad, ...rest }) => ({ event, modalidad, ...rest }))),
  )
}

/** Returns the pattern of `LIKE` for the entries of riders who take part in an event, in any modalidad or in one. */
export function entryPattern({ event, modalidad }: EntryFilter): string {
  const start = JSON.stringify({ event, ...(modalidad !== undefined && { modalidad }) }).slice(0, -1)
  return `%${storable(`${start},`).replace(/[\\%_]/g, '\\$&')}%`
}

/** A row by the names of its columns. */
type Row = Readonly<Record<string, Parameter | undefined>>

function rowOf(pilot: Pilot): Row {
  const { id, photo, since, card, terms: { issued, until, medical, suspension } = {}, consent } = pilot
  return {
    id,
    photo,
    since,
    card_at: card?.at,
    card_address: card?.address,
    card_until: card?.until,
    card_outdated: card?.outdated && 'true',
    ...Object.fromEntries(fieldNames.map((name) => [name, storable(pilot[name] ?? null)])),
    issued,
    valid_until: until,
    medical_until: medical,
    suspended_from: suspension?.from,
    suspended_to: suspension?.to,
    suspended_reason: suspension && storable(suspension.reason),
    consent_version: consent?.version,
    consent_at: consent?.at,
    consent_by: consent?.by && storable(consent.by),
    consent_guardian: consent?.guardian && storable(consent.guardian),
    entries: entriesText(pilot.entries),
    search: storable(searchText(pilot)),
  }
}

export function insertPilots(database: Queryable, pilots: readonly Pilot[]): Promise<void> {
  return insertRows(database, 'pilotos.pilots', rowColumns, mapped(pilots, rowOf))
}

/**
 * Updates stored pilots without deleting their rows, so that a transaction that waits for a row still finds it.
 * `columns` are those that differ.
 */
export async function updatePilots(
  { query }: Queryable,
  pilots: readonly Pilot[],
  columns: readonly string[] = rowColumns,
): Promise<void> {
  const sets = columns.map((name) => `${name} = v.${name}`).join(', ')
  for (const rows of chunks(mapped(pilots, rowOf)))
    await query(`UPDATE pilotos.pilots AS p SET ${sets} FROM ${rowsOf('pilotos.pilots')} WHERE p.id = v.id`, [
      rows,
    ])
}

/** Takes the documents from pilots until `updatePilots` gives them others, so that two pilots can exchange theirs. */
export async function clearDocuments({ query }: Queryable, ids: readonly PilotId[]): Promise<void> {
  const sets = documentColumns.map((name) => `${name} = NULL`).join(', ')
  await query(`UPDATE pilotos.pilots SET ${sets} WHERE id = ANY($1::text[])`, [arrayOf(ids)])
}

export async function deletePilots({ query }: Queryable, ids: readonly PilotId[]): Promise<void> {
  await query('DELETE FROM pilotos.pilots WHERE id = ANY($1::text[])', [arrayOf(ids)])
}

/** Computes the search text of all pilots again, and blocks other writes until the end of the transaction. */
export async function rewriteSearch({ query }: Queryable): Promise<void> {
  // Every write updates this row.
  await query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
  for (let last = ''; ; ) {
    const rows = await query(
      `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id > $1 ORDER BY id LIMIT ${rowsAtOnce}`,
      [last],
    )
    const pilots = rows.map(pilotOf)
    if (pilots.length === 0) return
    await updatePilots({ query }, pilots, ['search'])
    last = pilots.at(-1)?.id ?? ''
  }
}

/** The number of rows in one statement. */
const rowsAtOnce = 1000

/** Inserts rows. With `keepsStored`, stored rows with the same key stay as they are. */
export async function insertRows(
  { query }: Queryable,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  { keepsStored = false } = {},
): Promise<void> {
  const names = columns.join(', ')
  const insertion = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${rowsOf(table)}`
  for (const some of chunks(rows))
    await query(`${insertion}${keepsStored ? ' ON CONFLICT DO NOTHING' : ''}`, [some])
}

/** Returns the rows of the first parameter, a JSON array, as a table `v`. The driver would encode a JSON type again. */
function rowsOf(table: string): string {
  return `json_populate_recordset(NULL::${table}, $1::text::json) AS v`
}

/** Yields rows as JSON arrays, each for one statement. */
function* chunks(rows: Iterable<Row>): Generator<string> {
  let some: Row[] = []
  for (const row of rows) {
    if (some.push(row) < rowsAtOnce) continue
    yield JSON.stringify(some)
    some = []
  }
  if (some.length > 0) yield JSON.stringify(some)
}

function* mapped<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item)
}

/**
 * Escapes U+0000, which PostgreSQL cannot store in a text, as U+E000 and `0`, and U+E000 as U+E000 and `1`. Replaces
 * surrogates without their other half.
 */
export function storable<Value extends string | number | null>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return wellFormed(value).replaceAll('\ue000', '\ue0001').replaceAll('\0', '\ue0000')
}

/** Reverses `storable`. */
export function original(text: string): string {
  return text.includes('\ue000') ? text.replaceAll('\ue0000', '\0').replaceAll('\ue0001', '\ue000') : text
}
