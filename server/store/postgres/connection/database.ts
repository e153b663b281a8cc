/** A database connection that retries after losses and collisions, but never stores a write twice. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import postgres, { type PendingValuesQuery, type Row, type Sql, type TransactionSql } from 'postgres'
import type { PilotosError } from '#domain/errors'
import { type DatabaseAddress, readAddress } from './address.ts'
import { databaseError, isCollision, isDuplicate, isLost, notUnicode } from './failure.ts'
import { lacksTls } from './tls-probe.ts'

/** A parameter of a statement; an array is a text that `arrayOf` returns. */
export type Parameter = string | number | boolean | Buffer | null

/** The values of a row, in the order of the selected columns; a bigint is a string. */
export type Values = unknown[]

export interface Queryable {
  query(text: string, parameters?: readonly Parameter[]): Promise<Values[]>
}

export interface Transaction extends Queryable {
  sql: TransactionSql
}

/** The pause before each retry, in milliseconds. */
const pauses = [50, 150, 400, 800, 1000, 1000, 1000, 1000]

/** The largest number of retries after collisions; in each collision another transaction succeeds. */
const mostCollisions = 30

/** The time without an answer after which a connection counts as lost, in milliseconds. */
const answerTimeout = 10_000
/** The time limit for opening a connection, in seconds. */
const connectSeconds = 4

/** The number of rows that a cursor reads at once. */
const rowsAtOnce = 1000

/** The time that abandoned connections have to finish, in seconds. */
const drainSeconds = 60

/** The default of `retryFor`, in milliseconds; nobody waits longer than this and one more answer. */
const retryTimeout = 6000

/** The time that `close` waits for running queries, in milliseconds. */
const longestClosing = 5000

export interface Timeouts {
  /** The time limit for an answer, in milliseconds. */
  timeout?: number
  /** The time limit for retries after a lost connection, in milliseconds. */
  retryFor?: number
}

export class Database implements Queryable {
  #sql: Sql
  #isClosed = false
  #prepares = true
  /** The settings of each database session. */
  #settings: { plan_cache_mode?: string } = {}
  #refusal: PilotosError | undefined
  #running = new Set<Promise<unknown>>()

  constructor(
    readonly address: DatabaseAddress,
    private readonly timeout: Timeouts = {},
  ) {
    this.#sql = this.#connect()
  }

  static at(text: string, timeout?: Timeouts): Database {
    return new Database(readAddress(text), timeout)
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
    const answer = await this.#tracked(() => this.#withTimeout(this.#sql.unsafe(text)))
    const [row] = answer
    // A pooler reports a process number of its own to its clients.
    const isPooled = Number(row?.pid) !== answer.state.pid
    this.#prepares = !isPooled
    const keeps = keepsPlans && !isPooled && isPostgres(String(row?.version))
    if (keeps) this.#settings = { plan_cache_mode: 'force_generic_plan' }
    if (keeps || isPooled) {
      const first = this.#sql
      this.#sql = this.#connect()
      await first.end()
    }
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
        const parts = this.#ask(this.#sql, text, parameters).cursor(rowsAtOnce)[Symbol.asyncIterator]()
        for (;;) {
          const part = await this.#withTimeout(parts.next())
          if (part.done) return rows
          for (const row of part.value) rows.push(row)
        }
      }),
  }

  /** Runs a statement without retries. @throws the errors of the driver */
  async once(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    return this.#withTimeout(this.#ask(this.#sql, text, parameters))
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
    const key = randomUUID()
    let last: { result: Result } | undefined
    let isUnknown = false
    const again = async () => {
      if (isUnknown && last && (await wasDone(key))) return last.result
      try {
        const result = await work(key)
        if (!(result instanceof Unchanged)) return result
        // There may be nothing left to do because an earlier attempt was stored.
        return isUnknown && last && (await wasDone(key)) ? last.result : result.result
      } catch (error) {
        if (error instanceof Unfinished) {
          last = { result: error.result as Result }
          isUnknown = true
          throw error.cause
        }
        if (isUnknown && last && !isLost(error) && (await wasDone(key))) return last.result
        throw error
      }
    }
    return this.#tracked(again, () => isUnknown)
  }

  /** Runs several statements, of which all or none are stored. @throws the errors of the driver */
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#sql.begin(async (sql) => {
      const query: Queryable['query'] = (text, parameters = []) => this.#ask(sql, text, parameters)
      // The locks of a laptop that vanishes during a transaction are released after 30 seconds.
      await query('SET LOCAL idle_in_transaction_session_timeout = 30000')
      return work({ sql, query })
    }) as Promise<Result>
  }

  /** Calls `listener` for each notification on a channel, if the database supports LISTEN. */
  async listen(channel: string, listener: () => void): Promise<void> {
    await this.#sql.listen(channel, listener)
  }

  /** Waits for running queries, for at most 5 seconds, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    const deadline = new AbortController()
    const late = delay(longestClosing, undefined, { signal: deadline.signal }).catch(() => {})
    await Promise.race([Promise.allSettled(this.#running), late])
    deadline.abort()
    // Without a timeout of 0 the driver would wait for the answers of lost connections.
    await this.#sql.end({ timeout: 0 })
  }

  #tracked<Result>(work: () => Promise<Result>, isUnknown = () => false): Promise<Result> {
    const running = this.#withRetries(work, isUnknown)
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  async #withRetries<Result>(work: () => Promise<Result>, isUnknown: () => boolean): Promise<Result> {
    const { retryFor = retryTimeout } = this.timeout
    const start = Date.now()
    let losses = 0
    let collisions = 0
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (this.#isClosed) throw databaseError(error, this.address)
        if (isLost(error) && losses < pauses.length && Date.now() - start < retryFor) {
          await delay(pauses[losses])
          losses += 1
        } else if (isCollision(error) && collisions < mostCollisions) {
          await delay(Math.random() * 20 * Math.min(10, collisions + 1))
          collisions += 1
        } else if (isLost(error) && (await lacksTls(this.address))) {
          throw databaseError(Object.assign(new Error('no TLS'), { code: 'NO_TLS' }), this.address)
        } else throw databaseError(error, this.address, isUnknown())
      }
    }
  }

  /**
   * Waits for an answer, but not beyond the time limit. A silent database would block every connection, so that new
   * connections are opened; statements on the old ones, such as a long import, have `lastSeconds` to finish.
   */
  async #withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
    const asked = this.#sql
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' }))
        if (asked !== this.#sql || this.#isClosed) return
        this.#sql = this.#connect()
        asked.end({ timeout: drainSeconds }).catch(() => {})
      }, this.timeout.timeout ?? answerTimeout)
    })
    try {
      return await Promise.race([answer, silence])
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws PilotosError if `refuse` was called */
  #ask(sql: Sql | TransactionSql, text: string, parameters: readonly Parameter[]): PendingValuesQuery<Row[]> {
    if (this.#refusal) throw this.#refusal
    // A statement without parameters is specific to one page of a list, and not worth preparing.
    const prepare = this.#prepares && parameters.length > 0
    return sql.unsafe(text, parameters as never, { prepare }).values() as never
  }

  #connect(): Sql {
    const { options } = this.address
    return postgres({
      ...options,
      connection: { ...options.connection, ...this.#settings },
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
  }
}

/** The result of a write that had nothing to do. */
export class Unchanged<Result> {
  constructor(readonly result: Result) {}
}

/** A write with an unknown outcome: its result if it was stored, and the error as its cause. */
export class Unfinished extends Error {
  constructor(
    readonly result: unknown,
    cause: unknown,
  ) {
    super('unfinished', { cause })
  }
}

/** Returns the name of the unique constraint that a statement violated, or undefined for any other error. */
export function brokenRule(error: unknown): string | undefined {
  if (!isDuplicate(error)) return undefined
  return error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : ''
}

/** Formats an array for PostgreSQL; the elements must not need quotes. */
export function arrayOf(plain: readonly (string | number)[]): string {
  return `{${plain.join(',')}}`
}

/** Returns true for PostgreSQL 12 or newer, which has all settings; compatible databases have only some. */
function isPostgres(version: string): boolean {
  return /^PostgreSQL (1[2-9]|[2-9]\d)/.test(version) && !isCompatible(version)
}

/** Returns true for compatible databases, which name themselves in the version; some of them do not have NOTIFY. */
export function isCompatible(version: string): boolean {
  return /CockroachDB|-YB-|Yugabyte/i.test(version)
}
