/** Asks one server of an address if it accepts writes, over a connection of its own. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import postgres, { type Sql } from 'postgres'
import { codeOf } from '../../../files/atomic-file.ts'
import type { DatabaseAddress } from './address.ts'
import type { Server } from './address-parts.ts'

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
