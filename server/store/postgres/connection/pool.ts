/** The connections to a database. Lost ones are replaced by new ones, on which nothing of the lost ones is sent. */
import { connect, type Socket } from 'node:net'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { codeOf } from '#domain/errors'
import type { DatabaseAddress } from './address.ts'
import { coded, isLost, mayBeStored } from './failure.ts'

/** The time that abandoned connections have to finish, in seconds. */
const drainSeconds = 60

export class ConnectionPool {
  #sql: Sql
  #isClosed = false
  #prepares = true
  #listeners = new Map<string, () => void>()

  constructor(private readonly address: DatabaseAddress) {
    this.#sql = this.#connect()
  }

  get sql(): Sql {
    return this.#sql
  }

  /**
   * Opens new connections if `error` means that those of `asked` were lost, because the driver may send the rest of a
   * lost statement on the ones that it opens again, or that their server only lets read. The statements on the old ones
   * have a minute to finish.
   */
  replaceLost(asked: Sql, error: unknown): void {
    const areLost = mayBeStored(error) || codeOf(error) === '25006'
    if (!areLost || asked !== this.#sql || this.#isClosed) return
    this.#sql = this.#connect()
    asked.end({ timeout: drainSeconds }).catch(() => {})
  }

  /** Opens new connections that prepare no statements, and waits until the old ones are closed. */
  async stopPreparing(): Promise<void> {
    this.#prepares = false
    const first = this.#sql
    this.#sql = this.#connect()
    await first.end()
  }

  /** Calls `listener` for each notification on a channel. */
  async listen(channel: string, listener: () => void): Promise<void> {
    this.#listeners.set(channel, listener)
    await this.#sql.listen(channel, listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // Without a timeout of 0 the driver would wait for the answers of lost connections.
    await this.#sql.end({ timeout: 0 })
  }

  #connect(): Sql {
    const sql = postgres({
      ...this.address.options,
      max: 10,
      connect_timeout: 4,
      keep_alive: 10,
      idle_timeout: 120,
      fetch_types: false,
      // This also applies to the driver's own COMMIT: a prepared COMMIT that another database session does not know
      // ends in a silent rollback.
      prepare: this.#prepares,
      backoff: () => 0.05 + Math.random() * 0.2,
      onnotice: () => {},
      // The types of the driver lack this option.
      ...({ socket: () => openSocket(this.address) } as object),
    })
    for (const [channel, listener] of this.#listeners) sql.listen(channel, listener).catch(() => {})
    return sql
  }
}

/**
 * Opens a socket that reports two answers before the first statement as errors. HAProxy closes a new connection at
 * once while there is no primary: the driver (3.4.9) would connect again without a pause or an end. A server that
 * refuses the TLS that the address requires answers with N (PostgreSQL 15, section 55.2.10): the driver would only
 * notice that the connection ends.
 */
function openSocket({ target, options: { host, ssl } }: DatabaseAddress): Socket {
  const socket = connect(target)
  socket.once('end', () => {
    if (socket.bytesRead === 0) socket.destroy(coded('ECONNREFUSED'))
  })
  if (ssl !== false && ssl !== 'prefer')
    socket.once('data', (answer) => {
      if (answer[0] === 'N'.charCodeAt(0)) socket.emit('error', coded('NO_TLS'))
    })
  // The driver sends this name to a server with TLS.
  return Object.assign(socket, { host: String(host) })
}

export interface GuardedTransaction {
  /** @throws an error with the code CONNECTION_CLOSED if the connection is lost */
  readonly sql: TransactionSql
}

/**
 * Commits after `work`, or rolls back if it fails. On a lost connection the driver (3.4.9) would send ROLLBACK, which
 * ends the process or reaches another transaction (porsager/postgres, issues 1208 and 1216). The work of a lost
 * connection therefore never ends for the driver. `limited` limits the wait for the beginning.
 * @throws the errors of the driver and of `work`
 */
export function runTransaction<Result>(
  connections: Sql,
  work: (transaction: GuardedTransaction) => Promise<Result>,
  limited: (beginning: Promise<void>) => Promise<void>,
): Promise<Result> {
  let isOver = false
  let begin = () => {}
  const beginning = new Promise<void>((resolve) => {
    begin = resolve
  })
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
    begin()
    try {
      const result = await work(guarded(sql))
      if (!isOver) return result
    } catch (error) {
      if (!isOver && !endsConnection(error)) throw error
      // A connection whose answer is late is still that of this transaction, and keeps its locks until it is told to release them.
      if (!isOver && codeOf(error) === 'NO_ANSWER') sql.unsafe('ROLLBACK').catch(() => {})
      lose(error)
    }
    return new Promise<never>(() => {})
  }) as Promise<Result>
  // The driver also reports a connection that is lost between two statements.
  done.catch(lose)
  limited(Promise.race([beginning, done.then(() => {})])).catch(lose)
  return Promise.race([done, failed])
}

/** A server that only lets read, or whose lock is taken, keeps the connection. */
function endsConnection(error: unknown): boolean {
  return isLost(error) && !['25006', '55P03'].includes(codeOf(error))
}
