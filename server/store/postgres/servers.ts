/** Diagnoses the servers of an address: which one is the primary, and if its standbys have each change. */
import { type Finding, ok, warning } from '../shared/finding.ts'
import type { DatabaseAddress } from './connection/address.ts'
import { formatServers, type Server } from './connection/address-parts.ts'
import { databaseError } from './connection/failure.ts'
import { Probe, type ServerState } from './connection/probe.ts'

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
