/**
 * The passages in PostgreSQL. Every process keeps the log in memory and reads the passages of others before it answers.
 * A process that decides holds a lock, so that all laptops decide alike, one after the other.
 */

import type { LogEntry } from '#domain/gate/log-entry'
import { PassageLog } from '#domain/gate/passage-log'
import { readEntry } from '#domain/pilots/history/readable'
import { parseJson } from '#domain/text/text'
import { createMutex } from '../../workers/turns.ts'
import { type EntryLog, KnownEntries } from '../shared/log.ts'
import { Tombstones, tombstonesIn } from '../shared/tombstones.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database, Queryable, Values } from './connection/database.ts'
import { insertRows, parseBody } from './rows.ts'

export class PassageTable extends KnownEntries implements EntryLog {
  /** The number of the last restore that this process has read, after which the log began anew. */
  #generation = ''
  #reading: Promise<PassageLog> | undefined
  #runExclusive = createMutex()

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
  ) {
    super()
    changes.onPoll(async () => {
      if (this.listeners.size > 0) await this.current()
    })
  }

  /** Calls that wait at the same time share one query. */
  current(): Promise<PassageLog> {
    this.#reading ??= this.#runExclusive(async () => {
      this.#reading = undefined
      await this.#readNew(this.database.many)
      return this.log
    })
    return this.#reading
  }

  /** After a lost connection it is repeated: what is stored already changes nothing. */
  append<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog, stones: Tombstones) => Decided,
  ): Promise<Decided> {
    const work = () =>
      this.database.transaction(async (transaction) => {
        await lockPassages(transaction)
        await this.#readNew(transaction)
        // An erasure that waited for the lock, or for which this waited, is complete or has not begun.
        const stones = await stonesIn(transaction)
        const decided = decide(this.log, stones)
        if (decided.fresh.length > 0) {
          await insert(transaction, decided.fresh)
          await this.changes.announce(transaction)
        }
        return decided
      })
    return this.#runExclusive(async () => {
      const decided = await this.database.repeat(work)
      this.add(decided.fresh)
      return decided
    })
  }

  override subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.changes.start()
    return super.subscribe(listener)
  }

  /** Has the next call read all entries, since the server may have lost some. */
  forget(): void {
    this.#generation &&= 'lost'
  }

  /** Returns all entries, and keeps others from adding any until the end of the transaction. */
  async freeze(transaction: Queryable): Promise<LogEntry[]> {
    await lockPassages(transaction)
    const text = 'SELECT content FROM pilotos.passages ORDER BY number'
    return (await transaction.query(text, [], entryOf)).flat() as LogEntry[]
  }

  /** Replaces all entries within a transaction that has called `freeze`. Every process reads all of them afterwards. */
  async replaceAll(transaction: Queryable, entries: readonly LogEntry[]): Promise<void> {
    await transaction.query('DELETE FROM pilotos.passages')
    await insert(transaction, entries)
    await transaction.query('UPDATE pilotos.passage_state SET generation = generation + 1 WHERE one = 1')
  }

  /** Reads the entries that this process does not know yet: all of them at first, and after a restore. */
  async #readNew({ query }: Queryable): Promise<void> {
    const known = this.#generation
    const rows = await query(
      `SELECT s.generation, p.number, p.content FROM pilotos.passage_state s LEFT JOIN pilotos.passages p
        ON p.number > CASE WHEN s.generation::text = $1 THEN $2::bigint ELSE 0 END WHERE s.one = 1 ORDER BY p.number`,
      [known, this.log.lastNumber],
      (row) => row,
    )
    const generation = String(rows[0]?.[0])
    const entries = rows.flatMap(([, , content]) => entryOf([content]))
    const isNew = generation !== known
    if (isNew) this.log = new PassageLog(entries)
    else this.add(entries)
    // An entry that cannot be read keeps its number.
    this.log.noteNumber(Number(rows.at(-1)?.[1] ?? 0))
    this.#generation = generation
    if (isNew && known !== '') this.notify([])
  }
}

/** Returns the entry of a row. An entry that cannot be read costs no other entry. */
function entryOf([content]: Values): LogEntry[] {
  const entry = readEntry(parseJson(String(content)))
  return entry ? [entry] : []
}

/** Waits until no other process decides, and keeps others from deciding until the end of the transaction. */
async function lockPassages({ query }: Queryable): Promise<void> {
  await query('SELECT generation FROM pilotos.passage_state WHERE one = 1 FOR UPDATE')
}

/** Reads the tombstones, also of an erasure that this process does not know yet. */
async function stonesIn({ query }: Queryable): Promise<Tombstones> {
  const rows = await query(
    "SELECT body::text FROM pilotos.rows WHERE kind = 'shared' AND id LIKE '/erased%' ORDER BY place",
  )
  const values = rows.map(([body]) => parseBody(body) as { id: string; value: unknown })
  return new Tombstones(tombstonesIn(new Map(values.map(({ id, value }) => [id, value]))))
}

function insert(transaction: Queryable, entries: readonly LogEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    number: entry.number,
    id: 'settles' in entry ? `settlement ${entry.number}` : entry.id,
    content: JSON.stringify(entry),
  }))
  return insertRows(transaction, 'pilotos.passages', ['number', 'id', 'content'], rows)
}
