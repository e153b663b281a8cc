/**
 * The passages in PostgreSQL. Every process keeps the log in memory and reads the passages of others before it answers.
 * A process that decides holds a lock, so that all laptops decide alike, one after the other.
 */
import { hostname } from 'node:os'
import { authorAt } from '#domain/author'
import type { EventPart } from '#domain/event/events'
import type { Attendance, EventDay } from '#domain/gate/attendance'
import type { AgainRule, JudgedScan, Passage } from '#domain/gate/passage'
import { changedLog, type PassageChanges } from '#domain/gate/passage-changes'
import { PassageLog, type ScanOrder } from '#domain/gate/passage-log'
import type { ListedPassage, PassagePage, PassageQuery } from '#domain/gate/passage-query'
import { type LogEntry, readEntry, type SettlementOrder } from '#domain/gate/settlement'
import { parseJson } from '#domain/text/text'
import type { PassageSummary } from '#domain/web/gate-schemas'
import { entriesPerPage, type PassageStore } from '../contract/passage-store.ts'
import { ScanBatches } from '../shared/scan-batches.ts'
import type { Tombstones } from '../shared/tombstones.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database, Queryable, Values } from './connection/database.ts'
import { insertRows } from './pilot-rows.ts'

export class PostgresPassages implements PassageStore {
  #log = new PassageLog()
  /** The number of the last restore that this process has read, after which the log began anew. */
  #generation = ''
  #reading: Promise<PassageLog> | undefined
  #batches = new ScanBatches((orders) => this.#store(orders))
  #listeners = new Set<(entries: readonly LogEntry[]) => void>()

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
    private readonly stones: (transaction: Queryable) => Promise<Tombstones>,
  ) {
    changes.onPoll(async () => {
      if (this.#listeners.size > 0) await this.#current()
    })
  }

  get lastPassage(): number {
    return this.#log.lastNumber
  }

  async record(scans: readonly JudgedScan[], again: AgainRule): Promise<Passage[]> {
    return this.#batches.add(scans.map(withMachine), again)
  }

  async settle(order: SettlementOrder): Promise<ListedPassage> {
    return this.#batches.runExclusive(async () => {
      await this.#append((log) => {
        const settlement = log.decideSettlement(withMachine(order))
        return { fresh: settlement ? [settlement] : [] }
      })
      return this.#log.listed(order.settles)
    })
  }

  async find(ids: readonly string[]): Promise<Passage[]> {
    const log = await this.#current()
    return ids.flatMap((id) => log.find(id) ?? [])
  }

  async list(query?: PassageQuery): Promise<PassagePage> {
    return (await this.#current()).list(query)
  }

  async listAfter(after: number, query?: PassageQuery): Promise<ListedPassage[]> {
    return (await this.#current()).listAfter(after, entriesPerPage, query)
  }

  async summary(day: EventDay): Promise<PassageSummary> {
    return (await this.#current()).summary(day)
  }

  async attendance(day: EventDay): Promise<Attendance> {
    return (await this.#current()).attendance(day)
  }

  async lastOfPilots(event?: EventPart): Promise<Passage[]> {
    return (await this.#current()).lastOfPilots(event)
  }

  async log(after = 0): Promise<LogEntry[]> {
    return (await this.#current()).after(after, entriesPerPage)
  }

  async replace(entries: readonly LogEntry[]): Promise<void> {
    const work = () =>
      this.database.transaction(async (transaction) => {
        await lockPassages(transaction)
        await replaceAll(
          transaction,
          entries.map((entry, index) => ({ ...entry, number: index + 1 })),
        )
        await this.changes.announce(transaction)
      })
    await this.database.repeat(work)
    this.changes.poll()
  }

  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.#listeners.add(listener)
    const unsubscribe = this.changes.subscribe(() => {})
    return () => {
      this.#listeners.delete(listener)
      unsubscribe()
    }
  }

  async #store(orders: readonly ScanOrder[]): Promise<Passage[][]> {
    const decided = await this.#append((log, stones) =>
      log.decide(
        orders.map(({ scans, again }) => ({ scans: scans.map((scan) => stones.anonymous(scan)), again })),
      ),
    )
    return decided.answers
  }

  /**
   * Stores the entries that `decide` returns. After a lost connection it is repeated: what is stored already changes
   * nothing.
   */
  async #append<Decision extends { fresh: LogEntry[] }>(
    decide: (log: PassageLog, stones: Tombstones) => Decision,
  ): Promise<Decision> {
    const work = () =>
      this.database.transaction(async (transaction) => {
        await lockPassages(transaction)
        await this.#readNew(transaction)
        // An erasure that waited for the lock, or for which this waited, is complete or has not begun.
        const decided = decide(this.#log, await this.stones(transaction))
        if (decided.fresh.length > 0) {
          await insert(transaction, decided.fresh)
          await this.changes.announce(transaction)
        }
        return decided
      })
    const decided = await this.database.repeat(work)
    this.#add(decided.fresh)
    return decided
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

  /** Reads the entries that this process does not know yet: all of them at first, and after a restore. */
  async #readNew({ query }: Queryable): Promise<void> {
    const known = this.#generation
    const rows = await query(
      `SELECT s.generation, p.number, p.content FROM pilotos.passage_state s LEFT JOIN pilotos.passages p
        ON p.number > CASE WHEN s.generation = $1::bigint THEN $2::bigint ELSE 0 END WHERE s.one = 1 ORDER BY p.number`,
      [known || '-1', this.#log.lastNumber],
    )
    const generation = String(rows[0]?.[0])
    const entries = rows.flatMap(([, , content]) => entryOf([content]))
    const isNew = generation !== known
    if (isNew) this.#log = new PassageLog(entries)
    else this.#add(entries)
    // An entry that cannot be read keeps its number.
    this.#log.noteNumber(Number(rows.at(-1)?.[1] ?? 0))
    if (!isNew) return
    const isFirst = known === ''
    this.#generation = generation
    if (!isFirst) this.#notify([])
  }

  #add(entries: readonly LogEntry[]): void {
    if (entries.length === 0) return
    for (const entry of entries) this.#log.add(entry)
    this.#notify(entries)
  }

  #notify(entries: readonly LogEntry[]): void {
    for (const listener of this.#listeners) listener(entries)
  }
}

/** Changes the log within a transaction. Every process reads all of it anew afterwards. */
export async function changePassages(transaction: Queryable, changes: PassageChanges): Promise<void> {
  if (changes.add.length + changes.drop.length + changes.move.length === 0) return
  await lockPassages(transaction)
  const rows = await transaction.query('SELECT content FROM pilotos.passages ORDER BY number')
  await replaceAll(transaction, changedLog(rows.flatMap(entryOf), changes))
}

/** Rewrites all entries within a transaction. Returns the number of passages that are others then. */
export async function rewritePassages(
  transaction: Queryable,
  toKept: (entry: LogEntry) => LogEntry,
): Promise<number> {
  await lockPassages(transaction)
  const rows = await transaction.query('SELECT content FROM pilotos.passages ORDER BY number')
  const entries = rows.flatMap(entryOf)
  const kept = entries.map(toKept)
  const changed = kept.filter((entry, index) => entry !== entries[index])
  if (changed.length > 0) await replaceAll(transaction, kept)
  return changed.filter((entry) => !('settles' in entry)).length
}

/** Returns the entry of a row. An entry that cannot be read costs no other entry. */
function entryOf([content]: Values): LogEntry[] {
  const entry = readEntry(parseJson(String(content)))
  return entry ? [entry] : []
}

/** Waits until no other process decides, and keeps others from deciding until the end of the transaction. */
export async function lockPassages({ query }: Queryable): Promise<void> {
  await query('SELECT generation FROM pilotos.passage_state WHERE one = 1 FOR UPDATE')
}

async function replaceAll(transaction: Queryable, entries: readonly LogEntry[]): Promise<void> {
  await transaction.query('DELETE FROM pilotos.passages')
  await insert(transaction, entries)
  await transaction.query('UPDATE pilotos.passage_state SET generation = generation + 1 WHERE one = 1')
}

function insert(transaction: Queryable, entries: readonly LogEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    number: entry.number,
    id: 'settles' in entry ? `settlement ${entry.number}` : entry.id,
    content: JSON.stringify(entry),
  }))
  return insertRows(transaction, 'pilotos.passages', ['number', 'id', 'content'], rows)
}

/** Names the machine of an author that is no account. */
function withMachine<Entry extends { by: string }>(entry: Entry): Entry {
  return { ...entry, by: authorAt(hostname(), entry.by) ?? entry.by }
}
