/**
 * The passages in PostgreSQL. Every process keeps the log in memory and reads the passages of others before it answers.
 * A process that decides holds a lock, so that all laptops decide alike, one after the other.
 */
import { hostname } from 'node:os'
import { authorAt } from '#domain/author'
import type { Attendance } from '#domain/gate/attendance'
import { type AgainRule, type JudgedScan, type Passage, readPassage } from '#domain/gate/passage'
import { PassageLog, type ScanOrder } from '#domain/gate/passage-log'
import type { PassagePage, PassageQuery } from '#domain/gate/passage-query'
import { parseJson } from '#domain/text/json'
import type { PassageSummary } from '#domain/web/gate-schemas'
import { type PassageStore, passagesPerPage } from '../contract/passage-store.ts'
import { ScanBatches } from '../scan-batches.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database } from './connection/database.ts'
import type { Queryable, Transaction } from './connection/queryable.ts'
import { copyRows } from './pilots/bulk.ts'

export class PostgresPassages implements PassageStore {
  #log = new PassageLog()
  /** The number of the last restore that this process has read, after which the log began anew. */
  #generation = ''
  /** The number of moves to another server after which the log was read. */
  #moves = 0
  #reading: Promise<PassageLog> | undefined
  #batches = new ScanBatches((orders) => this.#store(orders))
  #listeners = new Set<(passages: readonly Passage[]) => void>()

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
  ) {
    changes.onPoll(async () => {
      if (this.#listeners.size > 0) await this.#current()
    })
  }

  get lastPassage(): number {
    return this.#log.lastNumber
  }

  async record(scans: readonly JudgedScan[], again: AgainRule): Promise<Passage[]> {
    const named = scans.map((scan) => ({ ...scan, by: authorAt(hostname(), scan.by) ?? scan.by }))
    return this.#batches.add(named, again)
  }

  async find(ids: readonly string[]): Promise<Passage[]> {
    const log = await this.#current()
    return ids.flatMap((id) => log.find(id) ?? [])
  }

  async list(query?: PassageQuery): Promise<PassagePage> {
    return (await this.#current()).list(query)
  }

  async summary(from: string): Promise<PassageSummary> {
    return (await this.#current()).summary(from)
  }

  async attendance(from: string): Promise<Attendance> {
    return (await this.#current()).attendance(from)
  }

  async lastOfPilots(): Promise<Passage[]> {
    return (await this.#current()).lastOfPilots()
  }

  async log(after = 0): Promise<Passage[]> {
    return (await this.#current()).after(after, passagesPerPage)
  }

  async replace(passages: readonly Passage[]): Promise<void> {
    const work = () =>
      this.database.transaction(async (transaction) => {
        await lock(transaction)
        await transaction.query('DELETE FROM pilotos.passages')
        await insert(
          transaction,
          passages.map((passage, index) => ({ ...passage, number: index + 1 })),
        )
        await transaction.query('UPDATE pilotos.passage_state SET generation = generation + 1 WHERE one = 1')
        await this.#announce(transaction)
      })
    await this.database.repeat(work)
    this.changes.poll()
  }

  subscribe(listener: (passages: readonly Passage[]) => void): () => void {
    this.#listeners.add(listener)
    const unsubscribe = this.changes.subscribe(() => {})
    return () => {
      this.#listeners.delete(listener)
      unsubscribe()
    }
  }

  /** Decides and stores scans. After a lost connection it is repeated: scans that are stored already change nothing. */
  async #store(orders: readonly ScanOrder[]): Promise<Passage[][]> {
    const work = () =>
      this.database.transaction(async (transaction) => {
        await lock(transaction)
        await this.#readNew(transaction)
        const decided = this.#log.decide(orders)
        if (decided.fresh.length > 0) {
          await insert(transaction, decided.fresh)
          await this.#announce(transaction)
        }
        return decided
      })
    const { fresh, answers } = await this.database.repeat(work)
    this.#add(fresh)
    return answers
  }

  /** Returns the log with all stored passages. Calls that wait at the same time share one query. */
  #current(): Promise<PassageLog> {
    this.#reading ??= this.#batches.runExclusive(async () => {
      this.#reading = undefined
      await this.#readNew(this.database.many)
      return this.#log
    })
    return this.#reading
  }

  /**
   * Reads the passages that this process does not know yet: all of them at first, after a restore, and after a move to
   * another server, which may lack the last ones.
   */
  async #readNew({ query }: Queryable): Promise<void> {
    const { moves } = this.database
    const known = moves === this.#moves ? this.#generation : ''
    const rows = await query(
      `SELECT s.generation, p.number, p.content FROM pilotos.passage_state s LEFT JOIN pilotos.passages p
        ON p.number > CASE WHEN s.generation = $1::bigint THEN $2::bigint ELSE 0 END WHERE s.one = 1 ORDER BY p.number`,
      [known || '-1', this.#log.lastNumber],
    )
    const generation = String(rows[0]?.[0])
    const passages = rows.flatMap(([, , content]) => readPassage(parseJson(String(content))) ?? [])
    const isNew = generation !== known
    if (isNew) this.#log = new PassageLog(passages)
    else this.#add(passages)
    // A passage that cannot be read costs no other passage, and keeps its number.
    this.#log.noteNumber(Number(rows.at(-1)?.[1] ?? 0))
    if (!isNew) return
    this.#moves = moves
    const isFirst = this.#generation === ''
    this.#generation = generation
    if (!isFirst) this.#notify([])
  }

  #add(passages: readonly Passage[]): void {
    if (passages.length === 0) return
    for (const passage of passages) this.#log.add(passage)
    this.#notify(passages)
  }

  #notify(passages: readonly Passage[]): void {
    for (const listener of this.#listeners) listener(passages)
  }

  async #announce({ query }: Transaction): Promise<void> {
    if (this.changes.hasNotifications) await query("SELECT pg_notify('pilotos', '')")
  }
}

/** Waits until no other process decides, and keeps others from deciding until the end of the transaction. */
async function lock({ query }: Transaction): Promise<void> {
  await query('SELECT generation FROM pilotos.passage_state WHERE one = 1 FOR UPDATE')
}

async function insert(transaction: Transaction, passages: readonly Passage[]): Promise<void> {
  const rows = passages.map((passage) => [passage.number, passage.id, JSON.stringify(passage)])
  await copyRows(transaction, 'pilotos.passages', ['number', 'id', 'content'], rows)
}
