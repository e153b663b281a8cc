/** Creates and migrates the tables, in SQL that databases compatible with PostgreSQL understand too. */
import { MachineError } from '#domain/errors'
import { fieldNames } from '#domain/pilot/fields'
import { codeOf } from '../../files/atomic-file.ts'
import type { Database } from './connection/database.ts'
import { isCollision } from './connection/failure.ts'
import type { Transaction } from './connection/queryable.ts'
import { indexedSorts, isInteger, sortedTexts, termsColumns } from './pilots/rows.ts'
import { rewriteSearch } from './pilots/search-rewrite.ts'

/** A statement in SQL, or a function for what SQL alone cannot do. */
type Statement = string | ((transaction: Transaction) => Promise<void>)

/**
 * The migrations from each version to the next. A released migration never changes; new migrations are appended. Each
 * statement is idempotent, because some databases do not undo the creation of a table with its transaction.
 */
const steps: readonly (readonly Statement[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS pilotos.state (
      one int PRIMARY KEY CHECK (one = 1),
      number bigint NOT NULL,
      total bigint NOT NULL)`,
    'INSERT INTO pilotos.state (one, number, total) VALUES (1, 0, 0) ON CONFLICT DO NOTHING',
    'CREATE SEQUENCE IF NOT EXISTS pilotos.places',
    `CREATE TABLE IF NOT EXISTS pilotos.pilots (
      id text PRIMARY KEY,
      place bigint NOT NULL DEFAULT nextval('pilotos.places'),
      revision text NOT NULL,
      photo text,
      since text,
      card_at text,
      card_address text,
      ${fieldNames.map((name) => `${name} ${isInteger(name) ? 'bigint' : 'text'} NOT NULL`).join(',\n      ')},
      ${sortedTexts.map((name) => `${name}_key bytea NOT NULL`).join(',\n      ')},
      search text NOT NULL,
      grams int4[] NOT NULL,
      CONSTRAINT pilots_dni UNIQUE (dni))`,
    'CREATE INDEX IF NOT EXISTS pilots_place ON pilotos.pilots (place)',
    'CREATE INDEX IF NOT EXISTS pilots_modalidad ON pilotos.pilots (modalidad, place)',
    'CREATE INDEX IF NOT EXISTS pilots_grams ON pilotos.pilots USING GIN (grams)',
    ...indexedSorts.map(
      (name) => `CREATE INDEX IF NOT EXISTS pilots_${name} ON pilotos.pilots (${name}_key, place)`,
    ),
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
    'CREATE TABLE IF NOT EXISTS pilotos.accounts (name text PRIMARY KEY, password text NOT NULL)',
    `CREATE TABLE IF NOT EXISTS pilotos.sessions (
      hash text PRIMARY KEY,
      account text NOT NULL,
      expires timestamptz NOT NULL)`,
    'CREATE TABLE IF NOT EXISTS pilotos.settings (machine text PRIMARY KEY, content text NOT NULL)',
  ],
  // A request for a photo without a session needs the check that a pilot names the photo.
  ['CREATE INDEX IF NOT EXISTS pilots_photo ON pilotos.pilots (photo)'],
  // The order of a search and its forgiven errors need another search text.
  [rewriteSearch],
  // The removed pilots are listed, and an import can be undone.
  [
    'ALTER TABLE pilotos.changes ADD COLUMN IF NOT EXISTS imported_at text',
    'ALTER TABLE pilotos.changes ADD COLUMN IF NOT EXISTS undoes bigint',
    "CREATE INDEX IF NOT EXISTS history_removed ON pilotos.history (change) WHERE kind = 'remove'",
    'CREATE INDEX IF NOT EXISTS changes_at ON pilotos.changes (at)',
    'CREATE INDEX IF NOT EXISTS changes_imports ON pilotos.changes (number) WHERE imported_at IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS changes_undoes ON pilotos.changes (undoes) WHERE undoes IS NOT NULL',
  ],
  // A credential has terms.
  termsColumns.map((name) => `ALTER TABLE pilotos.pilots ADD COLUMN IF NOT EXISTS ${name} text`),
  // The log of passages.
  [
    `CREATE TABLE IF NOT EXISTS pilotos.passages (
      number bigint PRIMARY KEY,
      id text NOT NULL,
      content text NOT NULL,
      CONSTRAINT passages_id UNIQUE (id))`,
    `CREATE TABLE IF NOT EXISTS pilotos.passage_state (
      one int PRIMARY KEY CHECK (one = 1),
      generation bigint NOT NULL)`,
    'INSERT INTO pilotos.passage_state (one, generation) VALUES (1, 0) ON CONFLICT DO NOTHING',
  ],
  // Accounts have roles, and phones are paired with gates.
  [
    'ALTER TABLE pilotos.accounts ADD COLUMN IF NOT EXISTS role text',
    'ALTER TABLE pilotos.accounts ADD COLUMN IF NOT EXISTS gate text',
    'ALTER TABLE pilotos.accounts ADD COLUMN IF NOT EXISTS since text',
    'ALTER TABLE pilotos.accounts ADD COLUMN IF NOT EXISTS device text',
    'ALTER TABLE pilotos.sessions ADD COLUMN IF NOT EXISTS seen timestamptz',
    `CREATE TABLE IF NOT EXISTS pilotos.pairings (
      hash text PRIMARY KEY,
      gate text NOT NULL,
      expires text NOT NULL,
      account text)`,
  ],
  // A card has the last day that is printed on it.
  ['ALTER TABLE pilotos.pilots ADD COLUMN IF NOT EXISTS card_until text'],
  // The starts and the pairs of names have grams of their own.
  [rewriteSearch],
  // The log of passages has settlements, which no earlier program reads.
  [],
]

/** The version of the tables that this program creates. */
const schemaVersion = steps.length

/** Returns true if a version of the tables is the one that this program creates. */
export function isCurrent(version: number): boolean {
  return version === schemaVersion
}

/** Creates the tables or migrates them to this version. @throws MachineError if a newer program has migrated them */
export async function prepareSchema(database: Database): Promise<void> {
  const version = await versionOf(database)
  requireKnown(version, database)
  if (!isCurrent(version)) await database.repeat(() => migrate(database))
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
    const work = async (transaction: Transaction) => {
      const [[found] = []] = await transaction.query(
        'SELECT number FROM pilotos.schema WHERE one = 1 FOR UPDATE',
      )
      const version = Number(found ?? 0)
      requireKnown(version, database)
      for (const step of steps.slice(version)) await apply(transaction, step)
      await transaction.query('UPDATE pilotos.schema SET number = $1 WHERE one = 1', [schemaVersion])
    }
    await database.transaction(work, { waitsForLocks: true })
  } catch (error) {
    // Another program may be creating the same table or schema: code 40001 leads to a retry.
    throw isConcurrentCreation(error) ? Object.assign(new Error('at once'), { code: '40001' }) : error
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

async function apply(transaction: Transaction, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) {
    if (typeof statement === 'string') await transaction.query(statement)
    else await statement(transaction)
  }
}

/** Returns true if the schema or the table does not exist. */
function isMissing(error: unknown): boolean {
  return ['3F000', '42P01'].includes(codeOf(error))
}

function isConcurrentCreation(error: unknown): boolean {
  return isCollision(error) || ['23505', '42P06', '42P07', '42710', 'XX000'].includes(codeOf(error))
}
