/** Diagnoses a database without changing it: reports its state, its problems and their solutions. */
import { isAhead, momentsOf } from '#domain/clock'
import { PilotosError } from '#domain/errors'
import { PassageLog } from '#domain/gate/passage-log'
import { readEntry } from '#domain/gate/settlement'
import { count, parseJson } from '#domain/text/text'
import { parseSettings } from '../contract/settings-store.ts'
import {
  countPassages,
  describeClock,
  describeInvented,
  type Finding,
  ok,
  warning,
} from '../shared/finding.ts'
import { settingsKind } from '../shared/settings.ts'
import { Database } from './connection/database.ts'
import { accountRow, DocumentRow, firstWithDocuments, settingsName } from './documents.ts'
import { listInvented } from './pilot-list.ts'
import { isCurrent, requireKnown, searchSupport, versionOf } from './schema.ts'

/** Returns the findings in Spanish, in the order of their importance. */
export async function diagnoseDatabase(data: string): Promise<Finding[]> {
  let database: Database | undefined
  try {
    database = Database.at(data)
    return await diagnoseContents(database)
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    return [{ level: 'problem', text: error.message }]
  } finally {
    await database?.close()
  }
}

/** @throws PilotosError */
async function diagnoseContents(database: Database): Promise<Finding[]> {
  await database.handshake()
  const version = await versionOf(database)
  requireKnown(version, database)
  const { host } = database.address
  if (version === 0)
    return [
      ok(`La base de datos de ${host} responde, y todavía no tiene datos de PilotOS: se crean al usarla`),
    ]
  return [
    ok(`La base de datos de ${host} responde; sus tablas son de la versión ${version}`),
    ok(
      isCurrent(version)
        ? 'El formato de los datos es el de este PilotOS'
        : 'El formato de los datos es anterior al de este PilotOS, que lo actualiza al usarlo',
    ),
    ...(await contents(database, version)),
    // The tables of an earlier version have none.
    ...(isCurrent(version)
      ? [
          await search(database),
          ...describeInvented(await listInvented(database)),
          ...(await passages(database)),
          ...(await stored(database)),
        ]
      : []),
    ...(await clock(database)),
  ]
}

async function contents(database: Database, version: number): Promise<Finding[]> {
  const [[pilots, total, changes, photos, missing] = []] = await database.query(
    `SELECT (SELECT count(*) FROM pilotos.pilots), total, number, (SELECT count(*) FROM pilotos.photos),
      (SELECT count(*) FROM pilotos.pilots p WHERE photo IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM pilotos.photos f WHERE f.name = p.photo))
      FROM pilotos.state WHERE one = 1`,
  )
  return [
    ok(`${count(Number(pilots), 'piloto')} tras ${count(Number(changes), 'cambio')}`),
    ok(count(Number(photos), 'foto')),
    ok(count(await countAccounts(database, version), 'cuenta')),
    ...(pilots === total
      ? []
      : [
          warning(
            `El contador de la base dice ${count(Number(total), 'piloto')}`,
            'alguien cambió las tablas sin PilotOS: haga pilotos backup y restáurelo con pilotos restore --force',
          ),
        ]),
    ...(missing === '0'
      ? []
      : [
          warning(
            `${count(Number(missing), 'piloto nombra', 'pilotos nombran')} una foto que no está`,
            'ponga la foto otra vez en el formulario, o con pilotos import --photos',
          ),
        ]),
  ]
}

async function countAccounts(database: Database, version: number): Promise<number> {
  if (version >= firstWithDocuments) return (await accountRow(database).read()).data.length
  const [[accounts] = []] = await database.query('SELECT count(*) FROM pilotos.accounts')
  return Number(accounts)
}

async function search(database: Database): Promise<Finding> {
  const { isIndexed } = await searchSupport(database)
  return ok(
    isIndexed
      ? 'Las búsquedas usan un índice, con la extensión pg_trgm'
      : 'Las búsquedas leen a todos los pilotos. Con más de 50.000, pida a quien administra la base: CREATE EXTENSION pg_trgm',
  )
}

async function passages(database: Database): Promise<Finding[]> {
  const rows = await database.query('SELECT number, content FROM pilotos.passages ORDER BY number')
  const log = new PassageLog(rows.flatMap(([, content]) => readEntry(parseJson(String(content))) ?? []))
  log.noteNumber(Number(rows.at(-1)?.[0] ?? 0))
  return countPassages(log)
}

/** Compares the clock with all that is stored. */
async function stored(database: Database): Promise<Finding[]> {
  const { events } = parseSettings((await new DocumentRow(database, settingsName, settingsKind).read()).data)
  const rows = await database.query('SELECT content FROM pilotos.passages ORDER BY number')
  const riders = await database.query('SELECT since, card_at FROM pilotos.pilots')
  const last = await database.query(
    'SELECT at FROM pilotos.changes WHERE origin IS NULL ORDER BY number DESC LIMIT 1',
  )
  const changes = await database.query(
    'SELECT COALESCE(origin, number), at FROM pilotos.changes WHERE at > $1',
    [new Date().toISOString()],
  )
  return describeClock({
    moments: momentsOf({
      pilots: riders.map(([since, at]) => ({
        ...(since != null && { since: String(since) }),
        ...(at != null && { card: { at: String(at), address: '' } }),
      })),
      entries: rows.flatMap(([content]) => readEntry(parseJson(String(content))) ?? []),
      events,
      lastAt: last[0] && String(last[0][0]),
    }),
    events,
    changes: changes
      .map(([number, at]) => ({ number: Number(number), at: String(at) }))
      .filter(({ at }) => isAhead(at, new Date())),
  })
}

/** Warns if this machine's clock is a minute or more off the database's, since each machine records its own times. */
async function clock(database: Database): Promise<Finding[]> {
  const [[seconds] = []] = await database.query('SELECT EXTRACT(EPOCH FROM now())::float8')
  const difference = Math.round(Math.abs(Number(seconds) - Date.now() / 1000))
  return difference < 60
    ? []
    : [
        warning(
          `El reloj de esta máquina se aparta ${count(difference, 'segundo')} del de la base de datos`,
          'corrija la hora del sistema',
        ),
      ]
}
