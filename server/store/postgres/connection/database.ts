/** A database that questions are put to: again where the connection was lost or two collided, and never twice where it counts. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import postgres, { type PendingValuesQuery, type Row, type Sql, type TransactionSql } from 'postgres'
import type { PilotosError } from '#domain/errors'
import { type DatabaseAddress, readAddress } from './address.ts'
import { databaseError, isCollision, isDuplicate, isLost, notUnicode } from './failure.ts'
import { lacksTls } from './tls-probe.ts'

/** What a statement takes: arrays go as `arrayOf` writes them. */
export type Parameter = string | number | boolean | Buffer | null

/** The values of a row, in the order in which they were asked for; a bigint is a text. */
export type Values = unknown[]

export interface Questions {
  query(text: string, parameters?: readonly Parameter[]): Promise<Values[]>
}

export interface Transaction extends Questions {
  sql: TransactionSql
}

/** Milliseconds before each further try. */
const pauses = [50, 150, 400, 800, 1000, 1000, 1000, 1000]

/** How often a collision is tried again: each time somebody else got through. */
const mostCollisions = 30

/** Who does not answer for so long is gone, in milliseconds; one that answers nothing at the start, in seconds. */
const usualPatience = 10_000
const connectSeconds = 4

/** A part of many rows. */
const rowsAtOnce = 1000

/** How long connections that were given up may go on. */
const lastSeconds = 60

/** Nobody at a desk is kept waiting for longer than this and one more answer, in milliseconds. */
const longestTrying = 6000

/** How long a desk that is closed waits for what still runs, in milliseconds. */
const longestClosing = 5000

export interface Patience {
  /** How long an answer may take, in milliseconds. */
  patience?: number
  /** For how long a question is put again whose connection was lost, in milliseconds. */
  retryFor?: number
}

export class Database implements Questions {
  #sql: Sql
  #isClosed = false
  #prepares = true
  /** Of each session. */
  #settings: { plan_cache_mode?: string } = {}
  #refusal: PilotosError | undefined
  #running = new Set<Promise<unknown>>()

  constructor(
    readonly address: DatabaseAddress,
    private readonly patience: Patience = {},
  ) {
    this.#sql = this.#connect()
  }

  static at(text: string, patience?: Patience): Database {
    return new Database(readAddress(text), patience)
  }

  /** From now on nothing is asked any more: `why` is what everybody is told. */
  refuse(why: PilotosError): void {
    this.#refusal = why
  }

  /**
   * What the server says that it is. Behind a pooler, such as PgBouncer, any session of the server may be the next to
   * answer: nothing is prepared then, and it has no notices. `keepsPlans` is for who asks the same many times: to plan a
   * search anew each time costs more than the search.
   * @throws PilotosError
   */
  async handshake({ keepsPlans = false } = {}): Promise<{ version: string; isPooled: boolean }> {
    const text = "SELECT version(), pg_backend_pid() AS pid, current_setting('server_encoding') AS encoding"
    const answer = await this.#again(() => this.#inTime(this.#sql.unsafe(text)))
    const [row] = answer
    // A pooler gives its clients a number of its own.
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

  /** Asks for rows, and again where the connection was lost: for what changes nothing, or the same twice. @throws PilotosError */
  async query(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    return this.#again(() => this.once(text, parameters))
  }

  /** The same for many rows: however slow the line is, as long as some come all the time. */
  readonly many: Questions = {
    query: (text, parameters = []) =>
      this.#again(async () => {
        const rows: Values[] = []
        const parts = this.#ask(this.#sql, text, parameters).cursor(rowsAtOnce)[Symbol.asyncIterator]()
        for (;;) {
          const part = await this.#inTime(parts.next())
          if (part.done) return rows
          for (const row of part.value) rows.push(row)
        }
      }),
  }

  /** Asks once, and throws what the driver throws. */
  async once(text: string, parameters: readonly Parameter[] = []): Promise<Values[]> {
    return this.#inTime(this.#ask(this.#sql, text, parameters))
  }

  /**
   * Does `work` and keeps it from being done twice: where the connection is lost nobody knows whether it was, so that
   * `wasDone` is asked whether the change of this key stands before it is tried again, and after.
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
        // Perhaps there is nothing to do since it is done.
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
    return this.#again(again, () => isUnknown)
  }

  /** Several statements, of which all count or none. Throws what the driver throws. */
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#sql.begin(async (sql) => {
      const query: Questions['query'] = (text, parameters = []) => this.#ask(sql, text, parameters)
      // A desk that vanishes in the middle of something lets go of what it holds.
      await query('SET LOCAL idle_in_transaction_session_timeout = 30000')
      return work({ sql, query })
    }) as Promise<Result>
  }

  /** Tells `hear` of each notice on a channel, where the server has such a thing. */
  async listen(channel: string, hear: () => void): Promise<void> {
    await this.#sql.listen(channel, hear)
  }

  /** Lets what runs end, but not for long. */
  async close(): Promise<void> {
    this.#isClosed = true
    const deadline = new AbortController()
    const late = delay(longestClosing, undefined, { signal: deadline.signal }).catch(() => {})
    await Promise.race([Promise.allSettled(this.#running), late])
    deadline.abort()
    // The driver would wait for the answers of connections that are gone.
    await this.#sql.end({ timeout: 0 })
  }

  #again<Result>(work: () => Promise<Result>, isUnknown = () => false): Promise<Result> {
    const running = this.#untilDone(work, isUnknown)
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  async #untilDone<Result>(work: () => Promise<Result>, isUnknown: () => boolean): Promise<Result> {
    const { retryFor = longestTrying } = this.patience
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
   * A server that says nothing more would hold every connection: others are made, and what still runs on the old ones,
   * such as a long import, has a while to end.
   */
  async #inTime<Result>(answer: Promise<Result>): Promise<Result> {
    const asked = this.#sql
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' }))
        if (asked !== this.#sql || this.#isClosed) return
        this.#sql = this.#connect()
        asked.end({ timeout: lastSeconds }).catch(() => {})
      }, this.patience.patience ?? usualPatience)
    })
    try {
      return await Promise.race([answer, silence])
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws what everything is refused with */
  #ask(sql: Sql | TransactionSql, text: string, parameters: readonly Parameter[]): PendingValuesQuery<Row[]> {
    if (this.#refusal) throw this.#refusal
    // A statement without parameters is one of many, of one page each: not worth keeping.
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
      // The driver's own COMMIT too: one that another session of the server does not know ends in a rollback, unsaid.
      prepare: this.#prepares,
      backoff: () => 0.05 + Math.random() * 0.2,
      onnotice: () => {},
    })
  }
}

/** What a write gives that had nothing to do. */
export class Unchanged<Result> {
  constructor(readonly result: Result) {}
}

/** A write whose end is not known: what it would have given, and what happened. */
export class Unfinished extends Error {
  constructor(
    readonly result: unknown,
    cause: unknown,
  ) {
    super('unfinished', { cause })
  }
}

/** The unique rule that a statement broke. */
export function brokenRule(error: unknown): string | undefined {
  if (!isDuplicate(error)) return undefined
  return error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : ''
}

/** An array as PostgreSQL reads it; its elements need no quotes. */
export function arrayOf(plain: readonly (string | number)[]): string {
  return `{${plain.join(',')}}`
}

/** Itself, of a version that has all settings; its relatives have some of them. */
function isPostgres(version: string): boolean {
  return /^PostgreSQL (1[2-9]|[2-9]\d)/.test(version) && !isRelative(version)
}

/** Not all of them have notices, and they say who they are. */
export function isRelative(version: string): boolean {
  return /CockroachDB|-YB-|Yugabyte/i.test(version)
}
