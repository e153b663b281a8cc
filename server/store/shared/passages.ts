/** The passages of any store: the log in memory decides, and a file or a table keeps its entries. */
import { MachineError, PilotosError } from '#domain/errors'
import type { EventPart } from '#domain/events/events'
import type { Attendance, EventDay } from '#domain/gate/attendance'
import { entryKey, type LogEntry, type SettlementOrder } from '#domain/gate/log-entry'
import { type AgainRule, maxScans, type Passage, type ReceivedScan } from '#domain/gate/passage'
import type { PassageLog, ScanOrder } from '#domain/gate/passage-log'
import type { ListedPassage, PassagePage, PassageQuery } from '#domain/gate/passage-query'
import type { PassageSummary } from '#domain/gate/schemas'
import { hasShape } from '#domain/stored/checks'
import { createMutex } from '../../workers/turns.ts'
import type { Store } from './store.ts'

/** The most passages that `listAfter` returns at once, and the most entries of `log`. */
export const entriesPerPage = 2000

/**
 * Yields the pages that `listAfter` or `log` returns, one after the other. Each page is read from the last passage of the
 * previous one on, which has another number if the log was replaced meanwhile. @throws PilotosError then
 */
export async function* passagePages<Item extends LogEntry>(
  read: (after: number) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let last: Item | undefined; ; ) {
    const page = await read(last ? last.number - 1 : 0)
    if (last && (!page[0] || entryKey(page[0]) !== entryKey(last)))
      throw new PilotosError('conflict', 'Las lecturas cambiaron mientras se leían: repítalo')
    yield last ? page.slice(1) : page
    if (page.length < entriesPerPage) return
    last = page.at(-1)
  }
}

interface Waiting {
  order: ScanOrder
  resolve: (passages: Passage[]) => void
  reject: (error: unknown) => void
}

export class Passages {
  /** The scans that wait to be stored. */
  #waiting: Waiting[] = []
  #runExclusive = createMutex()

  constructor(
    private readonly store: Store,
    /** Returns the author as it is stored. */
    private readonly authorOf = (by: string) => by,
  ) {}

  /** The number of the last entry that this process knows. */
  get lastPassage(): number {
    return this.store.passages.lastNumber
  }

  /**
   * Stores scans in their order and decides each: see `PassageLog.decide`. Resolves to the stored passages, in the same
   * order, once they are durable. A scan that is sent once more changes nothing and resolves to the stored passage. Scans
   * that arrive while others are being stored are stored together, in batches for which no other request waits long.
   * @throws MachineError if a scan could not be read again
   */
  async record(received: readonly ReceivedScan[], again: AgainRule): Promise<Passage[]> {
    const scans = received.map((scan) => ({ ...scan, by: this.authorOf(scan.by) }))
    const bad = scans.find((scan) => !hasShape('receivedScan', scan))
    if (bad) throw new MachineError('Una lectura no se puede guardar: no se guardó ninguna de su envío', bad)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order: { scans, again }, resolve, reject })
      if (this.#waiting.length === 1) this.#runExclusive(() => this.#storeWaiting())
    })
  }

  /**
   * Settles an incident or, without a reason, opens it again: see `PassageLog.decideSettlement`. Resolves to the passage
   * once the settlement is durable.
   * @throws NotFoundError, InvalidError, PilotosError
   */
  async settle(order: SettlementOrder): Promise<ListedPassage> {
    await this.store.appendEntries((log) => {
      const settlement = log.decideSettlement({ ...order, by: this.authorOf(order.by) })
      return { fresh: settlement ? [settlement] : [] }
    })
    return (await this.#log()).listed(order.settles)
  }

  /** Returns those of some passages that are stored. */
  async find(ids: readonly string[]): Promise<Passage[]> {
    const log = await this.#log()
    return ids.flatMap((id) => log.find(id) ?? [])
  }

  async list(query?: PassageQuery): Promise<PassagePage> {
    return (await this.#log()).list(query)
  }

  /**
   * Reads up to `entriesPerPage` of the passages that a query finds, the oldest first, for an export. `after` is the
   * number of the last passage that was read, or 0.
   */
  async listAfter(after: number, query?: PassageQuery): Promise<ListedPassage[]> {
    return (await this.#log()).listAfter(after, entriesPerPage, query)
  }

  /** Counts the passages of a day of an event. */
  async summary(day: EventDay): Promise<PassageSummary> {
    return (await this.#log()).summary(day)
  }

  /** Returns the pilots who are inside, and those who have entered on a day of an event. */
  async attendance(day: EventDay): Promise<Attendance> {
    return (await this.#log()).attendance(day)
  }

  /** Returns the last counted passage, of all or in an event, of every pilot who has one and, before an exit, the last entry. */
  async lastOfPilots(event?: EventPart): Promise<Passage[]> {
    return (await this.#log()).lastOfPilots(event)
  }

  /**
   * Reads up to `entriesPerPage` entries, the oldest first, for a backup. `after` is the number of the last entry that
   * was read.
   */
  async log(after = 0): Promise<LogEntry[]> {
    return (await this.#log()).after(after, entriesPerPage)
  }

  /**
   * Calls `listener` with new entries when they are durable, or with none if all may have changed. Returns a function
   * that unsubscribes it.
   */
  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    return this.store.passages.subscribe(listener)
  }

  async #storeWaiting(): Promise<void> {
    const batch = this.#waiting.splice(0, batchSize(this.#waiting))
    // The rest is the next batch.
    if (this.#waiting.length > 0) this.#runExclusive(() => this.#storeWaiting())
    try {
      const { answers } = await this.store.appendEntries((log, stones) =>
        log.decide(
          batch.map(({ order: { scans, again } }) => ({
            scans: scans.map((scan) => stones.anonymous(scan)),
            again,
          })),
        ),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] ?? [])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  #log(): Promise<PassageLog> {
    return this.store.passages.current()
  }
}

export type PassageStore = Pick<Passages, keyof Passages>

/** Returns the number of waiting orders to store at once: at least one, and otherwise as many as `maxScans` allows. */
function batchSize(waiting: readonly Waiting[]): number {
  let scans = 0
  const size = waiting.findIndex(({ order }, index) => {
    scans += order.scans.length
    return index > 0 && scans > maxScans
  })
  return size < 0 ? waiting.length : size
}
