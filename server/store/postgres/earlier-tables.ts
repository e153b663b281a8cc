/** Moves the data of the tables of versions before 19, whose columns depend on their version. */
import { areEntries } from '#domain/events/entry'
import type { Change, Revocation, SeenContact } from '#domain/pilots/change'
import { fieldNames, kindOf, noneOf } from '#domain/pilots/fields'
import type { Pilot } from '#domain/pilots/pilot'
import { parseJson } from '#domain/text/text'
import type { Database, Queryable } from './connection/database.ts'
import { settingsName } from './document-rows.ts'
import { insertChanges, insertPast, insertRows, original, storable } from './rows.ts'

/** The first version of the tables that has documents. */
export const firstWithDocuments = 12

/** The tables of versions before 12, with the documents of their rows. */
const documents = {
  accounts: `SELECT 'accounts', json_build_object('accounts', json_agg(
      jsonb_strip_nulls(to_jsonb(t) - 'name' || jsonb_build_object('user', name)) ORDER BY name))
    FROM pilotos.former_accounts AS t HAVING count(*) > 0`,
  sessions: `SELECT 'sessions', json_build_object('sessions', json_object_agg(hash, json_strip_nulls(json_build_object(
      'user', account,
      'expires', floor(EXTRACT(EPOCH FROM expires) * 1000),
      'password', encode(sha256(convert_to(password, 'UTF8')), 'hex'),
      'seen', floor(EXTRACT(EPOCH FROM (to_jsonb(t) ->> 'seen')::timestamptz) * 1000))) ORDER BY expires))
    FROM pilotos.former_sessions AS t JOIN pilotos.former_accounts AS a ON a.name = account HAVING count(*) > 0`,
  pairings: `SELECT 'pairings', json_build_object('pairings', json_agg(json_strip_nulls(row_to_json(t))))
    FROM pilotos.former_pairings AS t HAVING count(*) > 0`,
  settings: `SELECT '${settingsName}' || machine, content FROM pilotos.former_settings`,
}

/** The tables that the log and the rows of the present data replace, in the order in which earlier versions lock them. */
const earlierTables = ['pilots', 'history', 'changes', 'revoked', ...Object.keys(documents)]

/**
 * Renames the tables of an earlier version, so that none of its programs writes to them any more. Returns the names of
 * those that are renamed, also by a migration that was cut off.
 */
export async function renameEarlierTables({ query }: Queryable): Promise<Set<string>> {
  const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'pilotos'"
  const names = new Set((await query(tables)).map(([name]) => String(name)))
  for (const name of earlierTables)
    if (names.has(name)) await query(`ALTER TABLE pilotos.${name} RENAME TO former_${name}`)
  return new Set(earlierTables.filter((name) => names.has(name) || names.has(`former_${name}`)))
}

/** Stores the rows of the renamed tables anew. What is stored already stays as it is. */
export async function moveEarlierTables(transaction: Queryable, earlier: ReadonlySet<string>): Promise<void> {
  for (const [name, rows] of Object.entries(documents))
    if (earlier.has(name))
      await transaction.query(
        `INSERT INTO pilotos.documents (name, revision, content) SELECT name, 'moved', content::text
          FROM (${rows}) AS d (name, content) ON CONFLICT DO NOTHING`,
      )
  if (earlier.has('pilots')) await movePilots(transaction)
  if (earlier.has('revoked')) await moveRevocations(transaction)
  if (earlier.has('changes')) await moveChanges(transaction)
}

/** Removes the renamed tables. One that is dropped within a transaction is lost where a database does not undo that. */
export async function dropEarlierTables(database: Database): Promise<void> {
  const rows = await database.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'pilotos' AND tablename LIKE 'former\\_%'",
  )
  for (const [name] of rows)
    await database.repeat(() =>
      database.transaction(({ query }) => query(`DROP TABLE IF EXISTS pilotos.${name}`), {
        waitsForLocks: true,
      }),
    )
}

/** The values of a row by the names of its columns, of which a version may lack some. */
type Row = Readonly<Record<string, string | number | boolean | null | undefined>>

const presentColumns = ['kind', 'id', 'place', 'body']

async function movePilots(transaction: Queryable): Promise<void> {
  for (let after: [place: string, id: string] = ['-1', '']; ; ) {
    const rows = await transaction.query(
      `SELECT place, id, to_jsonb(p)::text FROM pilotos.former_pilots AS p
        WHERE (place, id) > ($1::bigint, $2) ORDER BY place, id LIMIT 1000`,
      after,
    )
    const last = rows.at(-1)
    if (!last) return
    const present = rows.map(([place, id, row]) => {
      const body = storable(pilotOf(JSON.parse(String(row))))
      return { kind: 'pilot', id: String(id), place: String(place), body }
    })
    await insertRows(transaction, 'pilotos.rows', presentColumns, present, 'ON CONFLICT DO NOTHING')
    after = [String(last[0]), String(last[1])]
  }
}

/** Returns the pilot of a row, which had a column for each value. */
function pilotOf(row: Row): Pilot {
  const fields = fieldNames.flatMap((name): [string, string | number | null][] => {
    const value = row[name] ?? null
    if (value === null) return noneOf(name) === undefined ? [] : [[name, null]]
    return [[name, kindOf(name) === 'integer' ? Number(value) : original(String(value))]]
  })
  const { id, photo = null, since, card_at: at, card_address: address, card_until: until } = row
  const { issued, valid_until, medical_until: medical, suspended_from: from, suspended_to: to } = row
  const { consent_version: version, consent_at, consent_by: by, consent_guardian: guardian } = row
  const entries = row.entries ? parseJson(original(String(row.entries))) : undefined
  const suspension = from && { from, ...(to && { to }), reason: original(String(row.suspended_reason ?? '')) }
  const terms = {
    ...(issued && { issued }),
    ...(valid_until && { until: valid_until }),
    ...(medical && { medical }),
    ...(suspension && { suspension }),
  }
  const card = {
    at,
    address: address ?? '',
    ...(until && { until }),
    ...(row.card_outdated && { outdated: true }),
  }
  const consent = {
    version: Number(version),
    at: consent_at,
    ...(by && { by: original(String(by)) }),
    ...(guardian && { guardian: original(String(guardian)) }),
  }
  return {
    id,
    photo,
    ...Object.fromEntries(fields),
    ...(since && { since }),
    ...(at && { card }),
    ...(Object.keys(terms).length > 0 && { terms }),
    ...(consent_at && { consent }),
    ...(areEntries(entries) && { entries }),
  } as Pilot
}

async function moveRevocations(transaction: Queryable): Promise<void> {
  const rows = await transaction.query(
    'SELECT to_jsonb(r)::text FROM pilotos.former_revoked AS r ORDER BY number, id',
  )
  const revoked = rows.map(([row]): Revocation => {
    const { id, at, next, joined } = JSON.parse(String(row))
    return { id, at, next, ...(joined === true && { joined }) }
  })
  const present = revoked.map((body) => ({ kind: 'revoked', id: body.id, body }))
  await insertRows(transaction, 'pilotos.rows', ['kind', 'id', 'body'], present, 'ON CONFLICT DO NOTHING')
}

/** The number of history rows after which a page of changes ends. A page has at least one change, however long. */
const pageRows = 5000

/** The changes had a row each, and one for each pilot in them. Those of other desks had numbers among those of the store. */
async function moveChanges(transaction: Queryable): Promise<void> {
  const { query } = transaction
  for (let after = '0'; ; ) {
    const [[last] = []] = await query(
      `SELECT max(number) FROM (SELECT number, sum(size) OVER (ORDER BY number) - size AS before
        FROM pilotos.former_changes WHERE number > $1::bigint ORDER BY number LIMIT 1000) AS c WHERE before < ${pageRows}`,
      [after],
    )
    if (typeof last !== 'string') break
    const page = 'c.number > $1::bigint AND c.number <= $2::bigint'
    const changes = await query(
      `SELECT to_jsonb(c)::text FROM pilotos.former_changes AS c WHERE ${page} ORDER BY c.number`,
      [after, last],
    )
    const events = await query(
      `SELECT to_jsonb(h)::text FROM pilotos.former_history AS h JOIN pilotos.former_changes AS c ON c.key = h.change
        WHERE ${page} ORDER BY h.id, h.kind`,
      [after, last],
    )
    const eventsOf = new Map<unknown, Row[]>()
    for (const [row] of events) {
      const event: Row = JSON.parse(String(row))
      const known = eventsOf.get(event.change)
      if (known) known.push(event)
      else eventsOf.set(event.change, [event])
    }
    const all = changes.map(([text]) => {
      const row: Row = JSON.parse(String(text))
      const number = Number(row.origin ?? row.number)
      const change = changeOf(row, eventsOf.get(row.key) ?? [])
      return { number, key: String(row.key), at: String(row.at), change, isPast: row.origin != null }
    })
    await insertChanges(
      transaction,
      all.filter(({ isPast }) => !isPast),
      'ON CONFLICT DO NOTHING',
    )
    await insertPast(
      transaction,
      all.filter(({ isPast }) => isPast),
    )
    after = last
  }
  await query(
    'UPDATE pilotos.state SET number = (SELECT COALESCE(max(number), 0) FROM pilotos.log) WHERE one = 1',
  )
}

function changeOf(row: Row, events: readonly Row[]): Change {
  const { author: by, imported_at: importedAt, undoes, file, desk, merged, erased, forgotten } = row
  const all = (kind: string) => events.filter((event) => event.kind === kind)
  const ids = (kind: string) => all(kind).map(({ id }) => id as string)
  const lists = {
    put: all('put').map(({ state }): Pilot => JSON.parse(String(state))),
    remove: ids('remove'),
    revoke: all('revoke').map(
      // Revocations from before version 17 have no state.
      ({ id, next, state }): Revocation => ({ id, at: row.at, next, ...JSON.parse(String(state ?? '{}')) }),
    ),
    unrevoke: ids('unrevoke'),
    seen: all('seen').map(({ id, state }): SeenContact => ({ id, ...JSON.parse(String(state)) })),
  }
  return {
    ...(row.is_clear === true && { clear: true }),
    ...(by && { by: String(by) }),
    ...(importedAt && { importedAt: String(importedAt) }),
    ...(undoes && { undoes: Number(undoes) }),
    ...(file && { file: String(file) }),
    ...(desk && { desk: String(desk) }),
    ...(merged && { merged: JSON.parse(String(merged)) }),
    ...(erased && { erased: Number(erased) }),
    ...(forgotten && { forgotten: forgotten as Change['forgotten'] }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  }
}
