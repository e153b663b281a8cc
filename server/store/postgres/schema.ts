/** Creates the tables, in SQL that databases compatible with PostgreSQL understand too. */
import { codeOf, MachineError } from '#domain/errors'
import { earlierVersionText } from '../shared/earlier-version.ts'
import type { Database, Queryable } from './connection/database.ts'
import { coded, isCollision } from './connection/failure.ts'

/**
 * The version of the tables. It increases with every change of `statements`, and of the data that an earlier program would
 * misread: since version 21, the settings that all laptops share are in the log.
 */
const schemaVersion = 21
/** That of PilotOS 1.0.0. An earlier one is refused. */
const firstVersion = 20

/** The columns that have other names in version 1.0.0: one of its programs that still runs can store nothing any more. */
const renamed = [
  ['state', 'number', 'last'],
  ['documents', 'content', 'body'],
] as const

/**
 * The statements that create the tables. Each is idempotent, because some databases
 * do not undo the creation of a table with its transaction.
 */
const statements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS pilotos.state (
      one int PRIMARY KEY CHECK (one = 1),
      last bigint NOT NULL)`,
  'ALTER TABLE pilotos.state ADD COLUMN IF NOT EXISTS generation bigint NOT NULL DEFAULT 0',
  'INSERT INTO pilotos.state (one, last) VALUES (1, 0) ON CONFLICT DO NOTHING',
  'CREATE SEQUENCE IF NOT EXISTS pilotos.places',
  `CREATE TABLE IF NOT EXISTS pilotos.log (
      number bigint NOT NULL,
      part bigint NOT NULL,
      key text NOT NULL,
      at text NOT NULL,
      past bigint,
      topics text[] NOT NULL,
      body json NOT NULL,
      PRIMARY KEY (number, part))`,
  'CREATE UNIQUE INDEX IF NOT EXISTS log_past ON pilotos.log (key) WHERE number = 0',
  'CREATE INDEX IF NOT EXISTS log_topics ON pilotos.log USING gin (topics)',
  `CREATE TABLE IF NOT EXISTS pilotos.rows (
      kind text NOT NULL,
      id text NOT NULL,
      place bigint NOT NULL DEFAULT nextval('pilotos.places'),
      body json NOT NULL,
      PRIMARY KEY (kind, id))`,
  `CREATE TABLE IF NOT EXISTS pilotos.photos (
      name text PRIMARY KEY,
      jpeg bytea NOT NULL,
      touched timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE IF NOT EXISTS pilotos.documents (
      name text PRIMARY KEY,
      revision text NOT NULL,
      body text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS pilotos.passages (
      number bigint PRIMARY KEY,
      id text NOT NULL,
      content text NOT NULL,
      CONSTRAINT passages_id UNIQUE (id))`,
  `CREATE TABLE IF NOT EXISTS pilotos.passage_state (
      one int PRIMARY KEY CHECK (one = 1),
      generation bigint NOT NULL)`,
  'INSERT INTO pilotos.passage_state (one, generation) VALUES (1, 0) ON CONFLICT DO NOTHING',
  // The pilots, for people who ask in SQL.
  "CREATE OR REPLACE VIEW pilotos.pilots AS SELECT id, place, body FROM pilotos.rows WHERE kind = 'pilot'",
]

/** Returns true for the version of the tables that this program creates. */
export function isCurrent(version: number): boolean {
  return version === schemaVersion
}

/** Creates the tables, or takes those of version 1.0.0 over. @throws MachineError if they are of another version */
export async function prepareSchema(database: Database): Promise<void> {
  const version = await versionOf(database)
  requireKnown(version, database)
  if (!isCurrent(version)) await database.repeat(() => createTables(database))
}

/** @throws MachineError if there are tables of another version than this program can use */
export function requireKnown(version: number, { address }: Database): void {
  if (version === 0 || (version >= firstVersion && version <= schemaVersion)) return
  const source = `La base de datos de ${address.host}`
  throw new MachineError(
    version < firstVersion
      ? earlierVersionText(source)
      : `${source} es de un PilotOS más nuevo (versión ${version}; este conoce la ${schemaVersion}): actualice PilotOS en esta máquina`,
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

/** Creates the tables. If several programs start at once, the first locks the version row and the others wait. */
async function createTables(database: Database): Promise<void> {
  try {
    await createSchema(database)
    const work = async (transaction: Queryable) => {
      const [[found] = []] = await transaction.query(
        'SELECT number FROM pilotos.schema WHERE one = 1 FOR UPDATE',
      )
      const version = Number(found ?? 0)
      requireKnown(version, database)
      if (isCurrent(version)) return
      for (const [table, before, now] of renamed)
        if (await hasColumn(transaction, table, before))
          await transaction.query(`ALTER TABLE pilotos.${table} RENAME COLUMN ${before} TO ${now}`)
      for (const statement of statements) await transaction.query(statement)
      await transaction.query('UPDATE pilotos.schema SET number = $1 WHERE one = 1', [schemaVersion])
    }
    await database.transaction(work, { waitsForLocks: true })
  } catch (error) {
    // Another program may be creating the same table or schema: code 40001 leads to a retry.
    throw isConcurrentCreation(error) ? coded('40001') : error
  }
}

async function hasColumn({ query }: Queryable, table: string, column: string): Promise<boolean> {
  const found = await query(
    "SELECT 1 FROM information_schema.columns WHERE table_schema = 'pilotos' AND table_name = $1 AND column_name = $2",
    [table, column],
  )
  return found.length > 0
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
