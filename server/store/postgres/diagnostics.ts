/** Diagnoses a database without changing it: reports its state, its problems and their solutions. */
import { PilotosError } from '#domain/errors'
import { count } from '#domain/text/text'
import {
  countPassages,
  type Diagnosis,
  describeAside,
  describeClock,
  describeInvented,
  describeMissingPhotos,
  ok,
  warning,
} from '../shared/diagnosis.ts'
import { Database } from './connection/database.ts'
import { accountRow, asidePrefix, damagedRows } from './document-rows.ts'
import { PostgresLog } from './postgres-log.ts'
import { isCurrent, requireKnown, versionOf } from './schema.ts'

/** Returns the diagnoses in Spanish, in the order of their importance. */
export async function diagnoseDatabase(data: string): Promise<Diagnosis[]> {
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
async function diagnoseContents(database: Database): Promise<Diagnosis[]> {
  await database.handshake()
  const version = await versionOf(database)
  requireKnown(version, database)
  const { host } = database.address
  if (version === 0)
    return [
      ok(`La base de datos de ${host} responde, y todavía no tiene datos de PilotOS: se crean al usarla`),
    ]
  if (!isCurrent(version))
    return [ok(`La base de datos de ${host} responde, y es de PilotOS 1.0.0: este la toma al abrirla`)]
  return [
    ok(`La base de datos de ${host} responde; sus tablas son de la versión ${version}`),
    ok('El formato de los datos es el de este PilotOS'),
    ...(await counts(database)),
    ...(await documents(database)),
    ...(await contents(database)),
    ...(await clock(database)),
  ]
}

async function counts(database: Database): Promise<Diagnosis[]> {
  const [[pilots, changes, photos] = []] = await database.query(
    `SELECT (SELECT count(*) FROM pilotos.pilots), last, (SELECT count(*) FROM pilotos.photos)
      FROM pilotos.state WHERE one = 1`,
  )
  return [
    ok(`${count(Number(pilots), 'piloto')} tras ${count(Number(changes), 'cambio')}`),
    ok(count(Number(photos), 'foto')),
  ]
}

/** Counts the accounts, and names the documents that are damaged or were set aside. */
async function documents(database: Database): Promise<Diagnosis[]> {
  const damaged = await damagedRows(database)
  const rows = await database.query('SELECT name FROM pilotos.documents WHERE name LIKE $1', [
    `${asidePrefix}%`,
  ])
  const isRead = damaged.every(({ name }) => name !== 'accounts')
  return [
    ...(isRead ? [ok(count((await accountRow(database).read()).data.length, 'cuenta'))] : []),
    ...damaged.map(({ text, lost }): Diagnosis => ({ level: 'problem', text, advice: lost })),
    ...(rows.length > 0 ? [describeAside(rows.flat().map(String))] : []),
  ]
}

async function contents(database: Database): Promise<Diagnosis[]> {
  const log = new PostgresLog(database)
  await log.catchUp()
  const { pilots, lastAt } = log.state
  const passages = await log.passages.current()
  const photos = await database.query('SELECT name FROM pilotos.photos')
  const changes = await database.query(
    'SELECT DISTINCT COALESCE(past, number), at FROM pilotos.log WHERE at > $1',
    [new Date().toISOString()],
  )
  return [
    ...describeMissingPhotos(pilots.all(), new Set(photos.flat())),
    ...describeInvented(pilots.inventedValues()),
    ...countPassages(passages),
    ...describeClock({
      pilots: pilots.all(),
      passages,
      events: log.state.shared.settings.events,
      lastAt,
      changes: changes.map(([number, at]) => ({ number: Number(number), at: String(at) })),
    }),
  ]
}

/** Warns if this machine's clock is a minute or more off the database's, since each machine records its own times. */
async function clock(database: Database): Promise<Diagnosis[]> {
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
