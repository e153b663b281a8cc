/** A database connection that retries after losses and collisions, but never stores a write twice. */
import { setTimeout as delay } from 'node:timers/promises'
import type { PendingValuesQuery, Row, Sql, TransactionSql } from 'postgres'
import type { PilotosError } from '#domain/errors'
import { codeOf } from '../../../files/atomic-file.ts'
import { type DatabaseAddress, readAddress } from './address.ts'
import type { Server } from './address-parts.ts'
import { Answers } from './answers.ts'
import { Connections } from './connections.ts'
import { coded, databaseError, isLost, mayBeStored, notUnicode } from './failure.ts'
import type { Parameter, Queryable, Transaction, Values } from './queryable.ts'
import { withRetries } from './retries.ts'
import { isPostgres } from './server-version.ts'
import { SingleWrite, type Unchanged } from './single-write.ts'
import { lacksTls } from './tls-probe.ts'
import { runTransaction } from './transaction.ts'

/** The limit for a COMMIT is this many times longer: a standby may still receive the rows of a large import. */
const commitFactor = 3

/** The number of rows that a cursor reads at once. */
const rowsAtOnce = 1000

/** The time that `close` waits for running queries, in milliseconds. */
const longestClosing = 5000

export interface Timeouts {
  /** The time limit for an answer, in milliseconds. */
  timeout?: number
  /** The time limit for retries after a lost connection, in milliseconds. */
  retryFor?: number
}

export class Database implements Queryable {
  #connections: Connections
  #answers: Answers
  #isClosed = false
  #prepares = true
  #refusal: PilotosError | undefined
  #running = new Set<Promise<unknown>>()

  constructor(
    readonly address: DatabaseAddress,
    private readonly timeout: Timeouts = {},
  ) {
    this.#connections = new Connections(address, timeout.retryFor)
    this.#answers = new Answers(this.#connections, timeout.timeout, () => this.#isClosed)
  }

  static at(text: string, timeout?: Timeouts): Database {
    return new Database(readAddress(text), timeout)
  }

  /** The number of times that another server took over. It may lack data that this process has read. */
  get moves(): number {
    return this.#connections.moves
  }

  /** The server in use; undefined before the first connection. */
  get server(): Server | undefined {
    return this.#connections.server
  }

  /** Rejects all further queries with the error `why`. */
  refuse(why: PilotosError): void {
    this.#refusal = why
  }

  /**
   * Returns the version of the database, and if a pooler such as PgBouncer is in front of it. Behind a pooler any
   * database session may execute the next statement, so that statements are not prepared and LISTEN does not work.
   * `keepsPlans` is for callers that repeat the same queries, because planning a search costs more than running it.
   * @throws PilotosError
   */
  async handshake({ keepsPlans = false } = {}): Promise<{ version: string; isPooled: boolean }> {
    const text = "SELECT version(), pg_backend_pid() AS pid, current_setting('server_encoding') AS encoding"
    const answer = await this.#tracked(async () => {
      const sql = await this.#connections.get()
      return this.#answers.within(sql, sql.unsafe(text))
    })
    const [row] = answer
    // A pooler reports a process number of its own to its clients.
    const isPooled = Number(row?.pid) !== answer.state.pid
    this.#prepares = !isPooled
    const keeps = keepsPlans && !isPooled && isPostgres(String(row?.version))
    if (keeps || isPooled)
      await this.#connections.configure({
        prepare: !isPooled,
        connection: keeps ? { plan_cache_mode: 'force_generic_plan' } : {},
      })
    if (!/^utf-?8$/i.test(String(row?.encoding))) throw notUnicode(String(row?.encoding), this.address)
    return { version: String(row?.version), isPooled }
  }

  /** Runs an idempotent statement, with retries after a lost connection; returns its rows. @throws PilotosError */
  async query(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    return this.#tracked(() => this.once(text, parameters))
  }

  /** Runs `query` for many rows. The time limit applies to each part of the rows, so that slow lines do not fail. */
  readonly many: Queryable = {
    query: (text, parameters = []) =>
      this.#tracked(async () => {
        const rows: Values[] = []
        const sql = await this.#connections.get()
        const parts = this.#ask(sql, text, parameters).cursor(rowsAtOnce)[Symbol.asyncIterator]()
        for (;;) {
          const part = await this.#answers.within(sql, parts.next())
          if (part.done) return rows
          for (const row of part.value) rows.push(row)
        }
      }),
  }

  /** Runs a statement without retries. @throws the errors of the driver */
  async once(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    const sql = await this.#connections.get()
    return this.#answers.within(sql, this.#ask(sql, text, parameters))
  }

  /**
   * Runs `work`, with retries, so that it is stored only once. After a lost connection it is unknown if the change
   * was stored, so that `wasDone` looks for the change with this key before and after each retry.
   * @throws PilotosError
   */
  async write<Result>(
    work: (key: string) => Promise<Result | Unchanged<Result>>,
    wasDone: (key: string) => Promise<boolean>,
  ): Promise<Result> {
    const write = new SingleWrite(work, wasDone)
    const attempt = async () => {
      await this.#requireStandby()
      return write.attempt()
    }
    return this.#tracked(attempt, () => write.isUnknown)
  }

  /** Runs an idempotent statement that writes, with retries after a lost connection. @throws PilotosError */
  change(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    return this.repeat(() => this.once(text, parameters))
  }

  /**
   * Runs idempotent work that writes, with retries after a lost connection. `isAgain` is true if an earlier attempt
   * may be stored. @throws PilotosError
   */
  repeat<Result>(work: (isAgain: boolean) => Promise<Result>): Promise<Result> {
    let isUnknown = false
    const again = async () => {
      await this.#requireStandby()
      try {
        return await work(isUnknown)
      } catch (error) {
        isUnknown ||= mayBeStored(error)
        throw error
      }
    }
    return this.#tracked(again, () => isUnknown)
  }

  /**
   * Runs several statements, of which all or none are stored. `waitsForLocks` is for work that others may block for
   * minutes. @throws the errors of the driver
   */
  async transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    { waitsForLocks = false } = {},
  ): Promise<Result> {
    const connections = await this.#connections.get()
    let startCommit = () => {}
    const commit = new Promise<void>((resolve) => {
      startCommit = resolve
    })
    const done = runTransaction(connections, async (guarded) => {
      const query: Queryable['query'] = (text, parameters = []) => this.#ask(guarded.sql, text, parameters)
      // The locks of a laptop that vanishes during a transaction are released after 30 seconds. Nobody waits longer
      // for the lock of another write than for an answer.
      await query(
        `SET LOCAL idle_in_transaction_session_timeout = 30000; SET LOCAL lock_timeout = ${waitsForLocks ? 0 : this.#answers.limit}`,
      )
      const result = await work({
        query,
        get sql() {
          return guarded.sql
        },
      })
      startCommit()
      return result
    })
    const limited = commit.then(() => this.#answers.within(connections, done, commitFactor))
    return this.#answers.watched(connections, Promise.race([done, limited]))
  }

  /** Calls `listener` for each notification on a channel, if the database supports LISTEN. */
  async listen(channel: string, listener: () => void): Promise<void> {
    await this.#connections.listen(channel, listener)
  }

  /** Waits for running queries, for at most 5 seconds, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    const deadline = new AbortController()
    const late = delay(longestClosing, undefined, { signal: deadline.signal }).catch(() => {})
    await Promise.race([Promise.allSettled(this.#running), late])
    deadline.abort()
    await this.#connections.close()
  }

  #tracked<Result>(work: () => Promise<Result>, isUnknown = () => false): Promise<Result> {
    const options = { retryFor: this.timeout.retryFor, isClosed: () => this.#isClosed }
    const running = withRetries(work, options).catch(async (error) => {
      throw this.#isClosed ? databaseError(error, this.address) : await this.#explain(error, isUnknown())
    })
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  async #explain(error: unknown, isUnknown: boolean): Promise<Error> {
    const isBlocked = isUnknown || codeOf(error) === '55P03'
    if (isBlocked && this.#connections.isWaiting)
      return databaseError(coded('NO_STANDBY'), this.address, isUnknown)
    const known = isLost(error) && (await lacksTls(this.address)) ? coded('NO_TLS') : error
    return databaseError(known, this.address, isUnknown)
  }

  /**
   * Refuses a write while others wait for a standby that does not confirm them, so that it is known not to be stored,
   * and takes no connection. @throws an error with the code NO_STANDBY
   */
  async #requireStandby(): Promise<void> {
    if (!this.#connections.isWaiting) return
    await this.#connections.look()
    if (this.#connections.isWaiting) throw coded('NO_STANDBY')
  }

  /** @throws PilotosError if `refuse` was called */
  #ask(sql: Sql | TransactionSql, text: string, parameters: readonly Parameter[]): PendingValuesQuery<Row[]> {
    if (this.#refusal) throw this.#refusal
    // A statement without parameters is specific to one page of a list, and not worth preparing.
    const prepare = this.#prepares && parameters.length > 0
    return sql.unsafe(text, parameters as never, { prepare }).values() as never
  }
}
