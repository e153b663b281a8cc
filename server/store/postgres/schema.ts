/** Creates and migrates the tables, in SQL that databases compatible with PostgreSQL understand too. */
import { MachineError } from '#domain/errors'
import { type FieldName, fieldNames, isOptional, kindOf, noneOf, requiredNames } from '#domain/pilot/fields'
import { searchedName } from '#domain/pilot/search-text'
import { codeOf } from '../../files/atomic-file.ts'
import type { Database, Queryable } from './connection/database.ts'
import { coded, databaseError, isCollision, isLost } from './connection/failure.ts'
import { dropEarlierTables, moveToDocuments } from './documents.ts'
import { consentColumns, rewriteSearch, sortedTexts, termsColumns } from './pilot-rows.ts'

/** A statement in SQL, or a function for what SQL alone cannot do. */
type Statement = string | ((transaction: Queryable) => Promise<void>)

/** The version of the tables. It increases with every change of `statements`. */
const schemaVersion = 18

/**
 * The statements that create the tables, and that add to those of earlier versions what they lack. All of them run at
 * every migration. Each is idempotent, because some databases do not undo the creation of a table with its transaction.
 */
const statements: readonly Statement[] = [
  `CREATE TABLE IF NOT EXISTS pilotos.state (
      one int PRIMARY KEY CHECK (one = 1),
      number bigint NOT NULL,
      total bigint NOT NULL)`,
  'INSERT INTO pilotos.state (one, number, total) VALUES (1, 0, 0) ON CONFLICT DO NOTHING',
  'CREATE SEQUENCE IF NOT EXISTS pilotos.places',
  `CREATE TABLE IF NOT EXISTS pilotos.pilots (
      id text PRIMARY KEY,
      place bigint NOT NULL DEFAULT nextval('pilotos.places'),
      photo text,
      since text,
      card_at text,
      card_address text,
      ${requiredNames.map((name) => `${name} ${columnType(name)}${noneOf(name) === undefined ? ' NOT NULL' : ''}`).join(',\n      ')},
      search text NOT NULL,
      CONSTRAINT pilots_dni UNIQUE (dni))`,
  'CREATE INDEX IF NOT EXISTS pilots_place ON pilotos.pilots (place)',
  'CREATE INDEX IF NOT EXISTS pilots_modalidad ON pilotos.pilots (modalidad, place)',
  `CREATE TABLE IF NOT EXISTS pilotos.revoked (
      id text PRIMARY KEY,
      at text NOT NULL,
      next text NOT NULL,
      number bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS pilotos.changes (
      key text PRIMARY KEY,
      number bigint NOT NULL,
      origin bigint,
      at text NOT NULL,
      author text,
      is_clear boolean NOT NULL,
      size bigint NOT NULL,
      ids text)`,
  'CREATE INDEX IF NOT EXISTS changes_number ON pilotos.changes (number)',
  `CREATE TABLE IF NOT EXISTS pilotos.history (
      id text NOT NULL,
      change text NOT NULL,
      kind text NOT NULL,
      state text,
      next text,
      PRIMARY KEY (change, id, kind))`,
  'CREATE INDEX IF NOT EXISTS history_id ON pilotos.history (id)',
  `CREATE TABLE IF NOT EXISTS pilotos.photos (
      name text PRIMARY KEY,
      jpeg bytea NOT NULL,
      touched timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE IF NOT EXISTS pilotos.documents (
      name text PRIMARY KEY,
      revision text NOT NULL,
      content text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS pilotos.passages (
      number bigint PRIMARY KEY,
      id text NOT NULL,
      content text NOT NULL,
      CONSTRAINT passages_id UNIQUE (id))`,
  `CREATE TABLE IF NOT EXISTS pilotos.passage_state (
      one int PRIMARY KEY CHECK (one = 1),
      generation bigint NOT NULL)`,
  'INSERT INTO pilotos.passage_state (one, generation) VALUES (1, 0) ON CONFLICT DO NOTHING',
  ...[...termsColumns, 'card_until', 'card_outdated', ...consentColumns, 'entries'].map((name) =>
    added('pilots', `${name} text`),
  ),
  ...['imported_at', 'file', 'desk', 'merged', 'forgotten'].map((name) => added('changes', `${name} text`)),
  ...['undoes', 'erased'].map((name) => added('changes', `${name} bigint`)),
  added('revoked', 'joined boolean'),
  // A request for a photo without a session needs the check that a pilot names the photo.
  'CREATE INDEX IF NOT EXISTS pilots_photo ON pilotos.pilots (photo)',
  // The removed pilots are listed, and an import can be undone.
  "CREATE INDEX IF NOT EXISTS history_removed ON pilotos.history (change) WHERE kind = 'remove'",
  'CREATE INDEX IF NOT EXISTS changes_at ON pilotos.changes (at)',
  'DROP INDEX IF EXISTS pilotos.changes_imports',
  `CREATE INDEX IF NOT EXISTS changes_undoable ON pilotos.changes (number)
      WHERE imported_at IS NOT NULL OR merged IS NOT NULL`,
  'CREATE INDEX IF NOT EXISTS changes_undoes ON pilotos.changes (undoes) WHERE undoes IS NOT NULL',
  // The program itself searched by hashes and sorted by keys before version 11.
  ...['revision', 'grams', ...sortedTexts.map((name) => `${name}_key`)].map(
    (name) => `ALTER TABLE pilotos.pilots DROP COLUMN IF EXISTS ${name}`,
  ),
  ...fieldNames.filter(isOptional).map(fieldAdded),
  // A pilot need not have the value of every field since version 13, and may have another document than the DNI since 15.
  ...fieldNames
    .filter((name) => noneOf(name) !== undefined)
    .map((name) => `ALTER TABLE pilotos.pilots ALTER COLUMN ${name} DROP NOT NULL`),
  'CREATE UNIQUE INDEX IF NOT EXISTS pilots_documento ON pilotos.pilots (documento, tipodoc)',
  createCollation,
  moveToDocuments,
  // Since version 14 this column names the fields in the search texts.
  added('state', 'searched text'),
]

function columnType(name: FieldName): string {
  return kindOf(name) === 'integer' ? 'bigint' : 'text'
}

function fieldAdded(name: FieldName): string {
  return added('pilots', `${name} ${columnType(name)}`)
}

/** Adds the columns of fields that an earlier program with the same version did not know. */
async function addFields(database: Database): Promise<void> {
  const rows = await database.query(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'pilotos' AND table_name = 'pilots'",
  )
  const known = new Set(rows.map(([name]) => name))
  for (const name of fieldNames.filter((one) => !known.has(one)))
    await database.repeat(() =>
      database.transaction(({ query }) => query(fieldAdded(name)), { waitsForLocks: true }),
    )
}

/** Computes the search texts again if they are of a program with the same version that searched other fields. */
async function updateSearch(database: Database): Promise<void> {
  const isKnown = async (on: Queryable, locks = '') => {
    const [[searched] = []] = await on.query(`SELECT searched FROM pilotos.state WHERE one = 1${locks}`)
    return searched === searchedName
  }
  if (await isKnown(database)) return
  const work = async (transaction: Queryable) => {
    // Programs that start at the same moment wait for the first.
    if (!(await isKnown(transaction, ' FOR UPDATE'))) await writeSearch(transaction)
  }
  await database.repeat(() => database.transaction(work, { waitsForLocks: true }))
}

/** Computes the search texts of all pilots, and stores what they contain. */
async function writeSearch(transaction: Queryable): Promise<void> {
  await rewriteSearch(transaction)
  await transaction.query('UPDATE pilotos.state SET searched = $1 WHERE one = 1', [searchedName])
}

function added(table: string, column: string): string {
  return `ALTER TABLE pilotos.${table} ADD COLUMN IF NOT EXISTS ${column}`
}

/** Returns true if a version of the tables is the one that this program creates. */
export function isCurrent(version: number): boolean {
  return version === schemaVersion
}

/** Creates the tables or migrates them to this version. @throws MachineError if a newer program has migrated them */
export async function prepareSchema(database: Database): Promise<void> {
  const version = await versionOf(database)
  requireKnown(version, database)
  if (isCurrent(version)) {
    await addFields(database)
    await updateSearch(database)
  } else {
    await database.repeat(() => migrate(database))
    // A table that is dropped within a transaction is lost where a database does not undo that.
    await database.repeat(() => database.transaction(dropEarlierTables, { waitsForLocks: true }))
    await createTrigrams(database)
  }
  const { trigrams, isIndexed } = await searchSupport(database)
  if (trigrams && !isIndexed) await indexSearch(database, trigrams)
}

/** Returns the schema of the extension for trigrams, if there is one, and if the search text has its index. */
export async function searchSupport(database: Queryable): Promise<{ trigrams?: string; isIndexed: boolean }> {
  const [[trigrams, index] = []] = await database.query(
    `SELECT (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'pg_trgm'),
      to_regclass('pilotos.pilots_search')::text`,
  )
  return { ...(typeof trigrams === 'string' && { trigrams }), isIndexed: typeof index === 'string' }
}

/**
 * Creates the extension for trigrams, unless there is one (PostgreSQL 15, appendix F.35). The account may lack the right
 * to, or the server the files. Then each search reads the texts of all pilots, until an administrator creates it.
 */
async function createTrigrams(database: Database): Promise<void> {
  try {
    await database.once('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA pilotos')
  } catch (error) {
    if (isLost(error)) throw databaseError(error, database.address)
  }
}

async function indexSearch(database: Database, trigrams: string): Promise<void> {
  const index = `CREATE INDEX IF NOT EXISTS pilots_search ON pilotos.pilots USING gin (search ${trigrams}.gin_trgm_ops)`
  const work = ({ query }: Queryable) => query(index)
  await database.repeat(async () => {
    try {
      await database.transaction(work, { waitsForLocks: true })
    } catch (error) {
      throw isConcurrentCreation(error) ? coded('40001') : error
    }
  })
}

/**
 * Creates the collation of lists: Spanish, without a difference of accents and case, and with digits as numbers, as in a
 * folder. A server without ICU uses the order of its database.
 */
async function createCollation({ query }: Queryable): Promise<void> {
  const icu = await query("SELECT 1 FROM pg_collation WHERE collprovider = 'i' LIMIT 1")
  const [[own] = []] = await query(
    'SELECT quote_literal(datcollate) FROM pg_database WHERE datname = current_database()',
  )
  const options =
    icu.length > 0
      ? "provider = icu, locale = 'es-u-kn-true-ks-level1', deterministic = false"
      : `locale = ${own}`
  await query(`CREATE COLLATION IF NOT EXISTS pilotos.spanish (${options})`)
}

/** @throws MachineError if the version of the tables is newer than this program */
export function requireKnown(version: number, { address }: Database): void {
  if (version <= schemaVersion) return
  throw new MachineError(
    `La base de datos de ${address.host} es de un PilotOS más nuevo (versión ${version}; este conoce la ${schemaVersion}): actualice PilotOS en esta máquina`,
  )
}

/** Returns the version of the tables, or 0 if there are none. */
export async function versionOf(database: Database): Promise<number> {
  try {
    const [row] = await database.query('SELECT number FROM pilotos.schema')
    return Number(row?.[0] ?? 0)
  } catch (error) {
    if (error instanceof MachineError && isMissing(error.cause)) return 0
    throw error
  }
}

/** Migrates the tables. If several programs start at once, the first locks the version row and the others wait. */
async function migrate(database: Database): Promise<void> {
  try {
    await createSchema(database)
    const work = async (transaction: Queryable) => {
      const [[found] = []] = await transaction.query(
        'SELECT number FROM pilotos.schema WHERE one = 1 FOR UPDATE',
      )
      const version = Number(found ?? 0)
      requireKnown(version, database)
      if (isCurrent(version)) return
      for (const statement of statements) {
        if (typeof statement === 'string') await transaction.query(statement)
        else await statement(transaction)
      }
      await writeSearch(transaction)
      await transaction.query('UPDATE pilotos.schema SET number = $1 WHERE one = 1', [schemaVersion])
    }
    await database.transaction(work, { waitsForLocks: true })
  } catch (error) {
    // Another program may be creating the same table or schema: code 40001 leads to a retry.
    throw isConcurrentCreation(error) ? coded('40001') : error
  }
}

async function createSchema(database: Database): Promise<void> {
  const [schema] = await database.once(
    "SELECT 1 FROM information_schema.schemata WHERE schema_name = 'pilotos'",
  )
  if (!schema) await database.once('CREATE SCHEMA IF NOT EXISTS pilotos')
  await database.once(
    'CREATE TABLE IF NOT EXISTS pilotos.schema (one int PRIMARY KEY CHECK (one = 1), number int NOT NULL)',
  )
  await database.once('INSERT INTO pilotos.schema (one, number) VALUES (1, 0) ON CONFLICT DO NOTHING')
}

/** Returns true if the schema or the table does not exist. */
function isMissing(error: unknown): boolean {
  return ['3F000', '42P01'].includes(codeOf(error))
}

function isConcurrentCreation(error: unknown): boolean {
  return isCollision(error) || ['23505', '42P06', '42P07', '42710', 'XX000'].includes(codeOf(error))
}
