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
import { type DatabaseAddress, formatServers, type Server } from './connection/address.ts'
import { Database } from './connection/database.ts'
import { databaseError } from './connection/failure.ts'
import { Probe, type ServerState } from './connection/primary.ts'
import { accountRow, DocumentRow, firstWithDocuments, settingsName } from './documents.ts'
import { listInvented } from './pilot-list.ts'
import { isCurrent, requireKnown, searchSupport, versionOf } from './schema.ts'

/** Returns the findings in Spanish, in the order of their importance. */
export async function diagnoseDatabase(data: string): Promise<Finding[]> {
  let database: Database | undefined
  try {
    database = Database.at(data)
    return [...(await diagnoseContents(database)), ...(await diagnoseServers(database.address))]
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    const servers = database ? await diagnoseServers(database.address) : []
    return [{ level: 'problem', text: error.message }, ...servers]
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

/** The state of a server that answers, and what it says about its replication, unless the database does not know. */
interface Answer extends ServerState {
  replication?: Replication
}

interface Replication {
  /** The position in the log that is written or, on a standby, applied: a number of bytes. */
  position: number
  /** The settings `synchronous_standby_names` and `synchronous_commit`. */
  names: string
  commit: string
  /** The number of connected standbys. */
  standbys: number
}

type Outcome = Answer | { server: Server; error: unknown }

const question = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END::text,
  current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
  (SELECT count(*) FROM pg_stat_replication)::int`

/** Returns the findings in Spanish; none for an address with one server. */
export async function diagnoseServers(address: DatabaseAddress): Promise<Finding[]> {
  if (address.servers.length === 1) return []
  const outcomes = await Promise.all(address.servers.map((server) => examine(address, server)))
  const writable = outcomes.filter(isAnswer).filter(({ isWritable }) => isWritable)
  const [primary, ...others] = writable.sort((one, other) => other.timeline - one.timeline)
  return [
    ...outcomes.map((outcome) => describe(address, outcome, primary)),
    ...(primary?.replication ? [describeCommits(primary.replication)] : []),
    ...others.filter(({ timeline }) => timeline > 0 && timeline < Number(primary?.timeline)).map(tooMany),
  ]
}

async function examine(address: DatabaseAddress, server: Server): Promise<Outcome> {
  const probe = new Probe(address, server)
  try {
    const state = await probe.ask()
    const replication = await probe.row(question).then(readReplication, () => undefined)
    return { ...state, ...(replication && { replication }) }
  } catch (error) {
    return { server, error }
  } finally {
    probe.end()
  }
}

function readReplication([position, names, commit, standbys]: unknown[]): Replication {
  // A position is written as two hexadecimal numbers of 32 bits (PostgreSQL 15, section 8.20).
  const [high = 0, low = 0] = String(position)
    .split('/')
    .map((part) => Number.parseInt(part, 16))
  return {
    position: high * 2 ** 32 + low,
    names: String(names),
    commit: String(commit),
    standbys: Number(standbys),
  }
}

function isAnswer(outcome: Outcome): outcome is Answer {
  return !('error' in outcome)
}

/** A standby that lacks more than this many bytes of the log is late: one segment. */
const late = 16 * 1024 * 1024

function describe(address: DatabaseAddress, outcome: Outcome, primary: Answer | undefined): Finding {
  const name = formatServers([outcome.server])
  if (!isAnswer(outcome))
    return warning(
      databaseError(outcome.error, { ...address, host: name }).message,
      'arránquelo, o quítelo de la dirección si ya no existe',
    )
  if (outcome === primary) return ok(`${name} es el servidor principal: acepta los cambios`)
  if (outcome.isWritable) return ok(`${name} también acepta cambios`)
  if (!outcome.replication || !primary?.replication) return ok(`${name} es una réplica: solo deja leer`)
  const missing = Math.max(0, primary.replication.position - outcome.replication.position)
  if (missing > late)
    return warning(
      `${name} es una réplica, y le faltan ${Math.round(missing / 1024 / 1024)} MB de los cambios`,
      'revise la red y el disco de ese servidor',
    )
  return ok(
    `${name} es una réplica${missing === 0 ? ' al día' : `, a ${Math.ceil(missing / 1024)} kB del principal`}`,
  )
}

/** Says if an acknowledged change is on two servers (PostgreSQL 15, section 27.2.8). */
function describeCommits({ names, commit, standbys }: Replication): Finding {
  if (names === '' || commit === 'off' || commit === 'local')
    return warning(
      'La replicación es asíncrona: si el servidor principal se pierde, se puede perder lo último que se guardó',
      `en el principal: ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf(). Y synchronous_commit debe ser on`,
    )
  if (standbys === 0)
    return warning(
      'La replicación es síncrona y no hay ninguna réplica conectada: los cambios esperan hasta que vuelva una',
      'arranque la réplica; mientras tanto no se puede guardar nada',
    )
  return ok(`La replicación es síncrona (${commit}): lo que se confirma está en dos servidores`)
}

function tooMany({ server }: Answer): Finding {
  return {
    level: 'problem',
    text: `${formatServers([server])} acepta cambios y es de antes del relevo: lo que se guarde allí se pierde`,
    advice: 'apáguelo ya; debe volver como réplica del principal, con pg_rewind o pg_basebackup',
  }
}
