/** The connections to the server of an address that accepts writes. They move to another server after a promotion. */
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { codeOf } from '../../../files/atomic-file.ts'
import type { DatabaseAddress, Server } from './address.ts'
import { coded, isLost, mayBeStored } from './failure.ts'
import { connectSeconds, findPrimary } from './primary.ts'

/** The time that abandoned connections have to finish, in seconds. */
const drainSeconds = 60

export class Connections {
  #sql: Sql | undefined
  #server: Server | undefined
  /** True if every new connection checks that its server is no standby. */
  #isChecked = false
  #timeline = 0
  #moves = 0
  #isWaiting = false
  #closing = new AbortController()
  #mustLook = false
  #looking: Promise<void> | undefined
  #prepares = true
  #listeners = new Map<string, () => void>()

  constructor(
    private readonly address: DatabaseAddress,
    /** The time limit for finding the server, in milliseconds. */
    private readonly patience?: number,
  ) {
    const [server] = address.servers
    if (address.servers.length > 1 || address.mustWrite || !server) return
    this.#server = server
    this.#sql = this.#connect(server)
  }

  /** The number of times that another server took over. It may lack data that this process has read. */
  get moves(): number {
    return this.#moves
  }

  /** The server in use; undefined before the first connection. */
  get server(): Server | undefined {
    return this.#server
  }

  /** True if the last look has found commits that wait for a standby. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** Returns the connections, after a look for the server if it was lost. @throws as `findPrimary` */
  async get(): Promise<Sql> {
    if (!this.#sql || this.#mustLook) await this.look()
    if (!this.#sql) throw coded('CONNECTION_ENDED')
    return this.#sql
  }

  /** Looks for the server that accepts writes, and moves to it. Calls at the same time share one look. */
  look(): Promise<void> {
    this.#looking ??= this.#find().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Notes that connections were lost, or that their server only lets read, so that `get` looks for the server. Opens
   * new connections, because the driver may send the rest of a lost statement on the ones that it opens again.
   */
  suspect(asked: Sql, error: unknown): void {
    if (asked !== this.#sql) return
    this.#mustLook = this.#isChoice
    if (mayBeStored(error) || codeOf(error) === '25006') this.renew(asked)
  }

  /** Opens new connections to the same server. The statements on the old ones have a minute to finish. */
  renew(asked: Sql): void {
    if (asked !== this.#sql || !this.#server || this.#closing.signal.aborted) return
    this.#sql = this.#connect(this.#server)
    asked.end({ timeout: drainSeconds }).catch(() => {})
  }

  /** Opens new connections that prepare no statements, and waits until the old ones are closed. */
  async stopPreparing(): Promise<void> {
    this.#prepares = false
    const first = this.#sql
    if (!first || !this.#server) return
    this.#sql = this.#connect(this.#server)
    await first.end()
  }

  /** Calls `listener` for each notification on a channel, also after a move. */
  async listen(channel: string, listener: () => void): Promise<void> {
    this.#listeners.set(channel, listener)
    await (await this.get()).listen(channel, listener)
  }

  /** Closes the connections, and ends a look that is running. */
  async close(): Promise<void> {
    this.#closing.abort(coded('CONNECTION_ENDED'))
    // Without a timeout of 0 the driver would wait for the answers of lost connections.
    await this.#sql?.end({ timeout: 0 })
  }

  /** True if the address lets PilotOS choose, so that it looks for a server that accepts writes. */
  get #isChoice(): boolean {
    return this.address.servers.length > 1 || this.address.mustWrite
  }

  async #find(): Promise<void> {
    const { signal } = this.#closing
    const state = await findPrimary(this.address, {
      timeline: this.#timeline,
      patience: this.patience,
      signal,
    })
    signal.throwIfAborted()
    this.#mustLook = false
    this.#timeline = Math.max(this.#timeline, state.timeline)
    const wasWaiting = this.#isWaiting
    this.#isWaiting = state.isWaiting
    if (this.#sql && state.server === this.#server) {
      // Reads would wait behind commits that wait.
      if (state.isWaiting && !wasWaiting) this.renew(this.#sql)
      return
    }
    if (this.#server) this.#moves += 1
    const lost = this.#sql
    this.#server = state.server
    this.#isChecked = this.#isChoice && state.isWritable && state.timeline > 0
    this.#sql = this.#connect(state.server)
    // The statements on the old server fail at once, and writes look for their change on the new one.
    lost?.end({ timeout: 0 }).catch(() => {})
  }

  #connect(server: Server): Sql {
    const sql = postgres({
      ...this.address.optionsOf(server),
      // A server may come back as a standby while no statement runs.
      ...(this.#isChecked && { target_session_attrs: 'primary' }),
      max: 10,
      connect_timeout: connectSeconds,
      keep_alive: 10,
      idle_timeout: 120,
      fetch_types: false,
      // This also applies to the driver's own COMMIT: a prepared COMMIT that another database session does not know
      // ends in a silent rollback.
      prepare: this.#prepares,
      backoff: () => 0.05 + Math.random() * 0.2,
      onnotice: () => {},
    })
    for (const [channel, listener] of this.#listeners) sql.listen(channel, listener).catch(() => {})
    return sql
  }
}

interface GuardedTransaction {
  /** @throws an error with the code CONNECTION_CLOSED if the connection is lost */
  readonly sql: TransactionSql
}

/**
 * Commits after `work`, or rolls back if it fails. On a lost connection the driver (3.4.9) would send ROLLBACK, which
 * ends the process or reaches another transaction (porsager/postgres, issues 1208 and 1216). The work of a lost
 * connection therefore never ends for the driver. @throws the errors of the driver and of `work`
 */
export function runTransaction<Result>(
  connections: Sql,
  work: (transaction: GuardedTransaction) => Promise<Result>,
): Promise<Result> {
  let isOver = false
  let fail = (_error: unknown) => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const lose = (error: unknown) => {
    isOver = true
    fail(error)
  }
  const guarded = (sql: TransactionSql): GuardedTransaction => ({
    get sql() {
      if (isOver) throw coded('CONNECTION_CLOSED')
      return sql
    },
  })
  const done = connections.begin(async (sql) => {
    try {
      const result = await work(guarded(sql))
      if (!isOver) return result
    } catch (error) {
      if (!isOver && !endsConnection(error)) throw error
      lose(error)
    }
    return new Promise<never>(() => {})
  }) as Promise<Result>
  // The driver also reports a connection that is lost between two statements.
  done.catch(lose)
  return Promise.race([done, failed])
}

/** A server that only lets read, or whose lock is taken, keeps the connection. */
function endsConnection(error: unknown): boolean {
  return isLost(error) && !['25006', '55P03'].includes(codeOf(error))
}
