/**
 * A PostgreSQL server of the world, and the driver by which programs of the world use it. It has the transactions and the
 * locks of rows of PostgreSQL at its level READ COMMITTED, and knows the statements in `statements.ts`.
 */
import type { EventEmitter } from 'node:events'
import { coded } from '../../../server/store/postgres/connection/failure.ts'
import { type Row, statementOf, type TableName, type Transaction } from './statements.ts'
import type { Owner, World } from './world.ts'

/** A process that uses the database. Its events have `ended`. */
interface Client extends Owner {
  events: EventEmitter
}

/** The rows of a table by their keys. */
type Table = Map<string, Row>

/** The most connections of one pool of the driver. */
const poolSize = 10
/** The delay of a late answer, in milliseconds, which is longer than the program waits for any. */
const lateAnswer = 25_000

/** The session that has a lock, and those that wait for it. */
interface Lock {
  holder: Session
  waiting: { session: Session; get: () => void }[]
}

export class DatabaseServer implements Owner {
  readonly name = 'database'
  readonly tables: Record<TableName, Table> = {
    state: new Map([['1', { last: 0, generation: 0 }]]),
    passage_state: new Map([['1', { generation: 0 }]]),
    ...{ log: new Map(), rows: new Map(), photos: new Map(), documents: new Map(), passages: new Map() },
  }
  readonly sessions = new Set<Session>()
  readonly locks = new Map<string, Lock>()
  readonly listeners = new Set<{ owner: Owner; notify: () => void }>()
  /** True while nobody can connect. */
  isAway = false
  /** True while some connections are lost, before or after a statement is done, and some answers come late. */
  isUnsteady = false
  /** The number of late answers that have not come yet: their sessions keep their locks until then. */
  late = 0
  #numbers = 0

  constructor(
    readonly world: World,
    /** Receives what the program does that this server does not know. */
    readonly onFault: (error: Error) => void,
  ) {}

  /** The time of its own clock, in milliseconds since 1970. */
  get time(): number {
    return Date.UTC(2026, 10, 21, 12) + Math.floor(this.world.now)
  }

  /** Returns the next number of the sequence of places, and of sessions. */
  nextNumber(): number {
    this.#numbers += 1
    return this.#numbers
  }

  /** Ends all sessions, as a restart of the server does. */
  loseSessions(): void {
    for (const session of [...this.sessions]) session.lose()
  }
}

export class Session implements Transaction {
  readonly pid: number
  limits = { idle: 0, lock: 0 }
  /** Rejects once the connection is lost. */
  readonly lost: Promise<never>
  #fail!: (error: Error) => void
  #failure: Error | undefined
  /** The rows that the transaction has written. */
  #written = new Map<TableName, Map<string, Row | undefined>>()
  #held = new Set<string>()
  #isOpen = false
  #hasFailed = false
  #notifies = false
  #last: Promise<unknown> = Promise.resolve()
  #stopIdle = () => {}

  constructor(
    readonly server: DatabaseServer,
    private readonly client: Client,
  ) {
    this.pid = server.nextNumber()
    this.lost = new Promise((_, reject) => {
      this.#fail = reject
    })
    this.lost.catch(() => {})
    server.sessions.add(this)
    client.events.once('ended', this.#leave)
  }

  /** Loses the connection of a process that ends. What was sent before may still be done. */
  readonly #leave = () => {
    const { world } = this.server
    world.after(this.server, 'a client is gone', world.random.next() * 2, () => this.lose())
  }

  /** Has a statement done after those that were sent before. */
  send(text: string, parameters: readonly unknown[] = []): Promise<unknown[]> {
    const answer = this.#last.then(() => this.#answer(text, parameters))
    this.#last = answer.catch(() => {})
    return Promise.race([answer, this.lost])
  }

  lose(code = 'CONNECTION_CLOSED'): void {
    if (this.#failure) return
    this.#failure = coded(code)
    this.close()
    this.#fail(this.#failure)
  }

  close(): void {
    this.client.events.off('ended', this.#leave)
    this.#stopIdle()
    this.#end()
    this.server.sessions.delete(this)
  }

  notify(): void {
    this.#notifies = true
  }

  get(table: TableName, key: string): Row | undefined {
    const written = this.#written.get(table)
    return written?.has(key) ? written.get(key) : this.server.tables[table].get(key)
  }

  all(table: TableName): [key: string, row: Row][] {
    const rows = new Map<string, Row | undefined>([
      ...this.server.tables[table],
      ...(this.#written.get(table) ?? []),
    ])
    return [...rows].flatMap(([key, row]) => (row ? [[key, row] as [string, Row]] : []))
  }

  /** Writes a row, or removes it if there is none. */
  put(table: TableName, key: string, row?: Row): void {
    const written = this.#written.get(table) ?? new Map<string, Row | undefined>()
    this.#written.set(table, written.set(key, row))
  }

  async #answer(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const { server, client } = this
    const { world } = server
    const label = text.trim().split(/\s+/).slice(0, 4).join(' ')
    await world.wait(server, label, () => {})
    if (server.isAway) this.lose('ECONNREFUSED')
    const isBad = server.isUnsteady && world.random.chance(0.06)
    const fate = isBad && world.random.pick(['before', 'after', 'late'] as const)
    if (fate === 'before') this.lose()
    if (this.#failure) throw this.#failure
    this.#stopIdle()
    const rows = await this.#run(text, parameters)
    if (this.#isOpen && this.limits.idle > 0)
      this.#stopIdle = world.after(server, 'idle', this.limits.idle, () => this.lose(), true)
    if (fate === 'after') this.lose()
    if (fate === 'late') {
      server.late += 1
      await new Promise<void>((resolve) => world.after(server, 'late', lateAnswer, resolve, true))
      server.late -= 1
    }
    await world.wait(client, `answer ${rows.length}`, () => {})
    return rows
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (text === 'BEGIN') this.#isOpen = true
    else if (text === 'COMMIT' && !this.#hasFailed) this.#commit()
    else if (['COMMIT', 'ROLLBACK'].includes(text)) this.#end()
    else if (this.#hasFailed) throw coded('25P02')
    else
      try {
        const { locks, run } = statementOf(text)
        if (locks) await this.#lock(locks(parameters))
        const rows = run(this, parameters, text)
        if (!this.#isOpen) this.#commit()
        return rows
      } catch (error) {
        if (!('code' in (error as Error))) this.server.onFault(error as Error)
        this.#hasFailed = this.#isOpen
        if (!this.#isOpen) this.#end()
        throw error
      }
    return []
  }

  #commit(): void {
    const { tables, listeners, world } = this.server
    for (const [table, rows] of this.#written)
      for (const [key, row] of rows)
        if (row) tables[table].set(key, row)
        else tables[table].delete(key)
    if (this.#notifies)
      for (const { owner, notify } of listeners) world.after(owner, 'notification', 1, notify)
    this.#end()
  }

  /** Forgets what is not committed, and gives the locks to those who wait. */
  #end(): void {
    const { locks } = this.server
    for (const lock of locks.values()) lock.waiting = lock.waiting.filter(({ session }) => session !== this)
    for (const key of this.#held) {
      const lock = locks.get(key)
      const next = lock?.waiting.shift()
      if (!lock || !next) locks.delete(key)
      else {
        lock.holder = next.session
        next.session.#held.add(key)
        next.get()
      }
    }
    this.#held.clear()
    this.#written.clear()
    this.#isOpen = this.#hasFailed = this.#notifies = false
    this.limits = { idle: 0, lock: 0 }
  }

  async #lock(key: string): Promise<void> {
    const { locks, world } = this.server
    const lock = locks.get(key)
    if (!lock) {
      locks.set(key, { holder: this, waiting: [] })
      this.#held.add(key)
    } else if (lock.holder !== this) {
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          lock.waiting = lock.waiting.filter((one) => one !== waiter)
          reject(coded('55P03'))
        }
        const longest = this.limits.lock
        const stop = longest > 0 ? world.after(this.server, 'lock timeout', longest, giveUp) : () => {}
        const get = () => {
          stop()
          resolve()
        }
        const waiter = { session: this as Session, get }
        lock.waiting.push(waiter)
      })
    }
  }
}

/** Returns what the program uses of the package `postgres`. */
export function driverOf(client: Client, server: DatabaseServer) {
  return () => {
    const used = new Set<Session>()
    const waiting: (() => void)[] = []
    let isEnded = false
    const connect = async () => {
      if (used.size >= poolSize) await new Promise<void>((resolve) => waiting.push(resolve))
      if (isEnded) throw coded('CONNECTION_ENDED')
      const session = new Session(server, client)
      used.add(session)
      return session
    }
    const release = (session: Session) => {
      used.delete(session)
      session.close()
      waiting.shift()?.()
    }
    const alone = async (text: string, parameters?: readonly unknown[]) => {
      const session = await connect()
      try {
        return Object.assign(await session.send(text, parameters), { state: { pid: session.pid } })
      } finally {
        release(session)
      }
    }
    return {
      unsafe: (text: string, parameters?: readonly unknown[]) => asked(alone(text, parameters)),
      async begin<Result>(work: (transaction: object) => Promise<Result>) {
        const session = await connect()
        try {
          await session.send('BEGIN')
          const unsafe = (text: string, parameters?: readonly unknown[]) =>
            asked(session.send(text, parameters))
          const result = await Promise.race([work({ unsafe }), session.lost])
          await session.send('COMMIT')
          return result
        } catch (error) {
          await session.send('ROLLBACK').catch(() => {})
          throw error
        } finally {
          release(session)
        }
      },
      async listen(_channel: string, notify: () => void) {
        server.listeners.add({ owner: client, notify })
      },
      async end({ timeout }: { timeout?: number } = {}) {
        isEnded = true
        const destroy = () => {
          for (const session of [...used]) session.lose('CONNECTION_DESTROYED')
        }
        if (timeout === 0) destroy()
        else if (timeout) server.world.after(client, 'end of a pool', timeout * 1000, destroy, true)
      },
    }
  }
}

/** Returns a query of the driver: its answer, as a whole or in parts. */
function asked(answer: Promise<unknown[]>) {
  const query = Object.assign(answer, {
    values: () => query,
    execute: () => query,
    async *cursor(count: number) {
      const rows = await answer
      for (let start = 0; start < rows.length; start += count) yield rows.slice(start, start + count)
    },
  })
  return query
}
