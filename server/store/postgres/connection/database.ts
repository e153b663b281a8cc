/**
 * A database connection that retries after losses and collisions, but never stores a write twice. SQL is written by hand
 * with postgres.js: an ORM is a language more for ten tables, and knows nothing of the key by which a write is stored once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PendingValuesQuery, Row, Sql, TransactionSql } from 'postgres'
import type { PilotosError } from '#domain/errors'
import { type DatabaseAddress, readAddress } from './address.ts'
import {
  coded,
  databaseError,
  isCollision,
  isDuplicate,
  isLost,
  mayBeStored,
  notUnicode,
  type Outcome,
} from './failure.ts'
import { ConnectionPool, type GuardedTransaction, runTransaction } from './pool.ts'

/** A parameter of a statement; an array is a text that `arrayOf` returns. */
export type Parameter = string | number | boolean | Buffer | null

/** The values of a row, in the order of the selected columns; a bigint is a string. */
export type Values = unknown[]

export interface Queryable {
  /** Runs a statement. `read` returns what is kept of a row: with it, many rows come in parts, each within the time limit. */
  query(text: string, parameters?: readonly Parameter[], read?: (row: Values) => Values): Promise<Values[]>
}

/** Formats an array for PostgreSQL; the elements must not need quotes. */
export function arrayOf(plain: readonly (string | number)[]): string {
  return `{${plain.join(',')}}`
}

export interface Timeouts {
  /** The time without an answer after which a connection counts as lost, in milliseconds. */
  timeout?: number
  /** The time limit for retries after a lost connection, in milliseconds. */
  retryFor?: number
}

/** The default of `timeout`. */
const answerTimeout = 10_000

/** The default of `retryFor`; nobody waits longer than this and one more answer. */
const retryTimeout = 6000

/** The pause before each retry after a lost connection, in milliseconds. */
const pauses = [50, 150, 400, 800, 1000, 1000, 1000, 1000]

/** The largest number of retries after collisions; in each collision another transaction succeeds. */
const mostCollisions = 30

/** The limit for many rows, and for their COMMIT, is this many times longer: a standby may still receive them. */
const rowsFactor = 3

/** The limit for the other statements of a transaction is this many times longer: each may wait for a lock too. */
const lockFactor = 2

/** The number of characters that many rows have at least. */
const manyRows = 256 * 1024

/** The number of rows that a cursor reads at once. */
const rowsAtOnce = 1000

/** The time that `close` waits for running queries, in milliseconds. */
const longestClosing = 5000

/** The result of a write, and whether the write stores anything. */
export interface Written<Result> {
  result: Result
  isStored: boolean
}

export class Database implements Queryable {
  #connections: ConnectionPool
  #timeout: number
  #retryFor: number
  #isClosed = false
  #prepares = true
  #refusal: PilotosError | undefined
  #running = new Set<Promise<unknown>>()

  constructor(
    readonly address: DatabaseAddress,
    { timeout = answerTimeout, retryFor = retryTimeout }: Timeouts = {},
  ) {
    this.#connections = new ConnectionPool(address)
    this.#timeout = timeout
    this.#retryFor = retryFor
  }

  static at(text: string, timeouts?: Timeouts): Database {
    return new Database(readAddress(text), timeouts)
  }

  /** Rejects all further queries with the error `why`. */
  refuse(why: PilotosError): void {
    this.#refusal = why
  }

  /**
   * Checks the encoding, and if a pooler such as PgBouncer is in front of the database. Behind a pooler any database
   * session may execute the next statement, so that statements are not prepared and LISTEN does not work. Some databases
   * that are compatible with PostgreSQL do not have NOTIFY. @throws PilotosError
   */
  async handshake(): Promise<{ hasNotifications: boolean }> {
    const text = "SELECT version(), pg_backend_pid() AS pid, current_setting('server_encoding') AS encoding"
    const answer = await this.#tracked(() => {
      const { sql } = this.#connections
      return this.#within(sql, sql.unsafe(text))
    })
    const [row] = answer
    // A pooler reports a process number of its own to its clients.
    this.#prepares = Number(row?.pid) === answer.state.pid
    if (!this.#prepares) await this.#connections.stopPreparing()
    if (!/^utf-?8$/i.test(String(row?.encoding))) throw notUnicode(String(row?.encoding), this.address)
    const isCompatible = /CockroachDB|-YB-|Yugabyte/i.test(String(row?.version))
    return { hasNotifications: this.#prepares && !isCompatible }
  }

  /** Runs an idempotent statement, with retries after a lost connection; returns its rows. @throws PilotosError */
  async query(
    text: string,
    parameters: readonly Parameter[] = [],
    read = (row: Values) => row,
  ): Promise<Values[]> {
    return (await this.#tracked(() => this.once(text, parameters))).map(read)
  }

  /** Runs `query` for many rows. The time limit applies to each part of the rows, so that slow lines do not fail. */
  readonly many: Queryable = {
    query: (text, parameters = [], read = (row) => row) =>
      this.#tracked(() => {
        const { sql } = this.#connections
        return readParts(this.#ask(sql, text, parameters), read, (part) => this.#within(sql, part))
      }),
  }

  /** Runs a statement without retries. @throws the errors of the driver */
  async once(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    const { sql } = this.#connections
    return this.#within(sql, this.#ask(sql, text, parameters))
  }

  /** Runs an idempotent statement that writes, with retries after a lost connection. @throws PilotosError */
  change(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    return this.repeat(() => this.once(text, parameters))
  }

  /**
   * Runs idempotent work that writes, with retries after a lost connection. `isAgain` is true if a try before
   * may be stored. @throws PilotosError
   */
  repeat<Result>(work: (isAgain: boolean) => Promise<Result>): Promise<Result> {
    let isUnknown = false
    const again = async () => {
      try {
        return await work(isUnknown)
      } catch (error) {
        isUnknown ||= mayBeStored(error)
        throw error
      }
    }
    return this.#tracked(again, () => (isUnknown ? 'unknown' : undefined))
  }

  /**
   * Runs `work` in a transaction, with retries, so that it is stored only once. The work stores the key with its change.
   * After a lost connection it is unknown if the change was stored, so that `wasDone` looks for the key.
   * @throws PilotosError
   */
  async write<Result>(
    work: (transaction: Queryable, key: string) => Promise<Written<Result>>,
    wasDone: (key: string) => Promise<boolean>,
  ): Promise<Result> {
    const key = randomUUID()
    /** The attempt whose outcome is unknown. */
    let last: Written<Result> | undefined
    const attempt = async () => {
      if (last && (await wasDone(key))) return last.result
      const done: { written?: Written<Result> } = {}
      try {
        const { result, isStored } = await this.transaction(async (transaction) => {
          done.written = await work(transaction, key)
          return done.written
        })
        // There may be nothing left to do because a try before was stored.
        return last && !isStored && (await wasDone(key)) ? last.result : result
      } catch (error) {
        if (mayBeStored(error) && done.written?.isStored) last = done.written
        else if (last && !isLost(error) && (await wasDone(key))) return last.result
        // Another transaction has stored the same value meanwhile: the next attempt sees it.
        throw isDuplicate(error) ? coded('40001') : error
      }
    }
    return this.#tracked(attempt, () => (last ? 'unknown' : 'not stored'))
  }

  /**
   * Runs several statements, of which all or none are stored. `waitsForLocks` is for work that others may block for
   * minutes. @throws the errors of the driver
   */
  async transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    { waitsForLocks = false } = {},
  ): Promise<Result> {
    const { sql: connections } = this.#connections
    let sent = 0
    let startCommit = () => {}
    const commit = new Promise<void>((resolve) => {
      startCommit = resolve
    })
    const limited = <Answer>(answer: Promise<Answer>) =>
      waitsForLocks ? answer : this.#within(connections, answer, sent < manyRows ? lockFactor : rowsFactor)
    const inTransaction = async (guarded: GuardedTransaction) => {
      const query: Queryable['query'] = async (text, parameters = [], read) => {
        for (const one of parameters) if (typeof one === 'string') sent += one.length
        const asked = this.#ask(guarded.sql, text, parameters)
        // The driver would send a statement only once somebody waits for it, perhaps after a later one.
        return read ? readParts(asked, read, limited) : limited(asked.execute())
      }
      // The locks of a laptop that vanishes during a transaction are released after 30 seconds. Nobody waits longer
      // for the lock of another write than for an answer.
      await query(
        `SET LOCAL idle_in_transaction_session_timeout = 30000; SET LOCAL lock_timeout = ${waitsForLocks ? 0 : this.#timeout}`,
      )
      const result = await work({ query })
      startCommit()
      return result
    }
    const done = runTransaction(connections, inTransaction, limited)
    const committed = commit.then(() => this.#within(connections, done, sent < manyRows ? 1 : rowsFactor))
    return this.#watched(connections, Promise.race([done, committed]))
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

  /** @throws PilotosError if `refuse` was called */
  #ask(sql: Sql | TransactionSql, text: string, parameters: readonly Parameter[]): PendingValuesQuery<Row[]> {
    if (this.#refusal) throw this.#refusal
    // A statement without parameters is specific to one page of a list, and not worth preparing.
    const prepare = this.#prepares && parameters.length > 0
    return sql.unsafe(text, parameters as never, { prepare }).values() as never
  }

  /**
   * Waits for an answer, but not beyond the time limit. A silent database would block every connection, so that new
   * connections are opened; statements on the old ones, such as a long import, have a minute to finish.
   */
  async #within<Result>(sql: Sql, answer: Promise<Result>, factor = 1): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(coded('NO_ANSWER')), factor * this.#timeout)
    })
    try {
      return await this.#watched(sql, Promise.race([answer, silence]))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Replaces the connections if they are lost. */
  async #watched<Result>(sql: Sql, answer: Promise<Result>): Promise<Result> {
    try {
      return await answer
    } catch (error) {
      this.#connections.replaceLost(sql, error)
      throw error
    }
  }

  /** Runs work with retries. `close` waits for it, and its errors are in Spanish. @throws PilotosError */
  #tracked<Result>(work: () => Promise<Result>, outcome?: () => Outcome | undefined): Promise<Result> {
    const running = this.#withRetries(work).catch((error) => {
      throw databaseError(error, this.address, outcome?.())
    })
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  /** Repeats work after lost connections and after collisions with other transactions. @throws the last error */
  async #withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = performance.now()
    let losses = 0
    let collisions = 0
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (this.#isClosed) throw error
        if (isLost(error) && losses < pauses.length && performance.now() - start < this.#retryFor) {
          await delay(pauses[losses])
          losses += 1
        } else if (isCollision(error) && collisions < mostCollisions) {
          await delay(Math.random() * 20 * Math.min(10, collisions + 1))
          collisions += 1
        } else throw error
      }
    }
  }
}

/** Reads the rows of a statement in parts, and what is kept of each. `limited` limits the time of a part. */
async function readParts(
  asked: PendingValuesQuery<Row[]>,
  read: (row: Values) => Values,
  limited: <Part>(part: Promise<Part>) => Promise<Part>,
): Promise<Values[]> {
  const rows: Values[] = []
  const parts = asked.cursor(rowsAtOnce)[Symbol.asyncIterator]()
  for (;;) {
    const next = Promise.resolve(parts.next())
    const part = await limited(next).catch((error) => {
      // Nobody asks for what follows a late part: once it comes, it closes the cursor, for which the connection would wait.
      next.then(
        () => parts.return?.(),
        () => {},
      )
      throw error
    })
    if (part.done) return rows
    for (const row of part.value) rows.push(read(row))
  }
}
