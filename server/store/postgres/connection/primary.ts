/** Finds the server of an address that accepts writes, and waits for a promotion if there is none. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { codeOf } from '../../../files/atomic-file.ts'
import { type DatabaseAddress, formatServers, type Server } from './address.ts'
import { coded, isLost } from './failure.ts'

/** The answer of a server: its state, or the error of the driver. */
export type Answer = ServerState | { server: Server; error: unknown }

export interface Wanted {
  /** The highest timeline that is known. A server with a lower one is an old primary. */
  timeline?: number
  /** The time limit for finding it, in milliseconds. */
  patience?: number
  /** Ends the search. */
  signal?: AbortSignal
}

/** The pause between two questions to a server, in milliseconds. */
const every = 200

/** The default of `patience`. */
const longest = 4000

/** The time that the other servers have after the first one that accepts writes, in milliseconds. */
const grace = 500

/**
 * Asks all servers at once, again and again, so that a silent one delays nothing, until one accepts writes.
 * @throws the errors of the driver, an error with the code NO_PRIMARY or OLD_PRIMARY, or the reason of `signal`
 */
export async function findPrimary(
  address: DatabaseAddress,
  { timeline = 0, patience = longest, signal }: Wanted = {},
): Promise<ServerState> {
  const answers = new Map<Server, Answer>()
  const probes = address.servers.map((server) => new Probe(address, server))
  const over = new AbortController()
  const leave = () => over.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', leave, { once: true })
  const timers: NodeJS.Timeout[] = []
  try {
    return await new Promise<ServerState>((resolve, reject) => {
      const best = () => choose([...answers.values()], timeline)
      const take = () => {
        const found = best()
        if (found) resolve(found)
        return found !== undefined
      }
      const giveUp = () => {
        if (take()) return
        const all = [...answers.values()]
        const readable = address.mustWrite ? undefined : all.find((one) => isState(one) && !one.isWritable)
        if (readable) resolve(readable as ServerState)
        else reject(explain(all, timeline))
      }
      const hear = (answer: Answer) => {
        answers.set(answer.server, answer)
        const isComplete = answers.size === probes.length
        const mustWait = address.mustWrite && mayChange([...answers.values()])
        if (isComplete && (!mustWait || best())) giveUp()
        else if (best() && timers.length === 1) timers.push(setTimeout(take, grace))
      }
      over.signal.addEventListener('abort', () => reject(over.signal.reason), { once: true })
      timers.push(setTimeout(giveUp, patience))
      for (const [index, probe] of probes.entries())
        void follow(probe, address.servers[index] as Server, hear, over.signal)
    })
  } finally {
    signal?.removeEventListener('abort', leave)
    over.abort()
    for (const timer of timers) clearTimeout(timer)
    for (const probe of probes) probe.end()
  }
}

/**
 * Returns the server that accepts writes. If several do, one of them is an old primary that was started again: the
 * server with the highest timeline was promoted last.
 */
export function choose(answers: readonly Answer[], timeline: number): ServerState | undefined {
  const [best] = answers
    .filter(isState)
    .filter((state) => state.isWritable && !isOld(state, timeline))
    .sort((one, other) => other.timeline - one.timeline)
  return best
}

/** Returns the error that says the most about why no server accepts writes. */
export function explain(answers: readonly Answer[], timeline: number): unknown {
  const errors = errorsOf(answers)
  const old = answers.filter(isState).find((state) => isOld(state, timeline))
  if (old) return coded('OLD_PRIMARY', formatServers([old.server]))
  const lasting = errors.find((error) => !isPassing(error))
  if (lasting) return lasting
  if (answers.some(isState)) return coded('NO_PRIMARY')
  return errors.find(isLost) ?? errors[0] ?? coded('CONNECT_TIMEOUT')
}

/** Returns true if a server may accept writes soon: a standby may be promoted, and a lost server may start. */
export function mayChange(answers: readonly Answer[]): boolean {
  const errors = errorsOf(answers)
  return errors.every(isPassing) && !(answers.length === errors.length && !errors.some(isLost))
}

/** Returns true for an error that ends by itself. The name of a server may vanish with the server, as in Kubernetes. */
function isPassing(error: unknown): boolean {
  return isLost(error) || codeOf(error) === 'ENOTFOUND'
}

function errorsOf(answers: readonly Answer[]): unknown[] {
  return answers.flatMap((answer) => ('error' in answer ? [answer.error] : []))
}

function isState(answer: Answer): answer is ServerState {
  return !('error' in answer)
}

/** Returns true for a server that accepts writes although another one was promoted later. */
function isOld(state: ServerState, timeline: number): boolean {
  return state.isWritable && state.timeline > 0 && state.timeline < timeline
}

/** Asks a server again and again, and passes each answer on. */
async function follow(
  probe: Probe,
  server: Server,
  hear: (answer: Answer) => void,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const answer = await probe.ask().catch((error: unknown) => ({ server, error }))
    if (over.aborted) return
    hear(answer)
    await delay(every, undefined, { signal: over }).catch(() => {})
  }
}

/** Asks one server of an address if it accepts writes, over a connection of its own. */
export interface ServerState {
  server: Server
  /** False for a standby, and for a server that only lets read. */
  isWritable: boolean
  /** The timeline of the server, which a promotion increases; 0 if it is unknown. */
  timeline: number
  /** True if commits have been waiting for a standby for a second or more. */
  isWaiting: boolean
}

/** The time limit for opening a connection, in seconds. */
export const connectSeconds = 4

/**
 * The name of a log file begins with the timeline in hexadecimal (PostgreSQL 15, section 9.27.3). A session sees what
 * other sessions of the same account wait for.
 */
const question = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
  CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END,
  EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()
    AND state_change < now() - interval '1 second')`

export class Probe {
  #sql: Sql | undefined
  #ending = new AbortController()

  constructor(
    private readonly address: DatabaseAddress,
    private readonly server: Server,
  ) {}

  /** @throws the errors of the driver */
  async ask(): Promise<ServerState> {
    const { server } = this
    try {
      const [onlyReads, file, isWaiting] = await this.row(question)
      const timeline = file === null ? 0 : Number.parseInt(String(file).slice(0, 8), 16)
      return { server, isWritable: onlyReads !== true, timeline, isWaiting: isWaiting === true }
    } catch (error) {
      // A database that is compatible with PostgreSQL may lack a function or a table of the question.
      if (lacksIt.test(codeOf(error))) return { server, isWritable: true, timeline: 0, isWaiting: false }
      throw error
    }
  }

  /** Returns the first row of a query. @throws the errors of the driver */
  async row(text: string): Promise<unknown[]> {
    try {
      this.#sql ??= this.#connect()
      const [row = []] = await this.#sql.unsafe(text).values()
      return row as unknown[]
    } catch (error) {
      this.#close()
      throw error
    }
  }

  end(): void {
    this.#ending.abort()
    this.#close()
  }

  #close(): void {
    this.#sql?.end({ timeout: 0 }).catch(() => {})
    this.#sql = undefined
  }

  #connect(): Sql {
    return postgres({
      ...this.address.optionsOf(this.server),
      max: 1,
      connect_timeout: connectSeconds,
      fetch_types: false,
      prepare: false,
      onnotice: () => {},
      // A socket of the driver that gets no answer would keep the process until the time limit.
      ...({ socket: () => this.#open() } as object),
    })
  }

  async #open(): Promise<Socket> {
    const { path } = this.address.optionsOf(this.server)
    const { signal } = this.#ending
    signal.throwIfAborted()
    const socket = path ? connect(String(path)) : connect(this.server)
    signal.addEventListener('abort', () => (socket.connecting ? socket.destroy() : socket.unref()))
    const late = Object.assign(new Error('no connection'), { code: 'CONNECT_TIMEOUT' })
    const timer = setTimeout(() => socket.destroy(late), connectSeconds * 1000)
    try {
      await once(socket, 'connect', { signal })
    } finally {
      clearTimeout(timer)
    }
    // The driver sends this name to a server with TLS.
    return Object.assign(socket, { host: this.server.host })
  }
}

/** Matches the codes of undefined functions, parameters and tables, and of unsupported features. */
const lacksIt = /^(42883|42704|42P01|42703|0A000)$/
