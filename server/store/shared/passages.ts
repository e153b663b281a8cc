/** The passages of any store: the log in memory decides, and a file or a table keeps its entries. */
import type { EventPart } from '#domain/event/events'
import type { Attendance, EventDay } from '#domain/gate/attendance'
import type { AgainRule, JudgedScan, Passage } from '#domain/gate/passage'
import type { PassageLog } from '#domain/gate/passage-log'
import type { ListedPassage, PassagePage, PassageQuery } from '#domain/gate/passage-query'
import type { LogEntry, SettlementOrder } from '#domain/gate/settlement'
import type { PassageSummary } from '#domain/web/gate-schemas'
import { entriesPerPage, type PassageStore } from '../contract/passage-store.ts'
import { ScanBatches } from './scan-batches.ts'
import type { Store } from './store.ts'
import type { Tombstones } from './tombstones.ts'

export class Passages implements PassageStore {
  #batches: ScanBatches

  constructor(
    private readonly store: Store,
    stones: () => Tombstones,
    /** Returns the author as it is stored. */
    private readonly authorOf = (by: string) => by,
  ) {
    this.#batches = new ScanBatches(async (orders) => {
      const { answers } = await store.appendEntries((log) =>
        log.decide(
          orders.map(({ scans, again }) => ({
            scans: scans.map((scan) => stones().anonymous(scan)),
            again,
          })),
        ),
      )
      return answers
    })
  }

  get lastPassage(): number {
    return this.store.passages.lastNumber
  }

  record(scans: readonly JudgedScan[], again: AgainRule): Promise<Passage[]> {
    return this.#batches.add(
      scans.map((scan) => ({ ...scan, by: this.authorOf(scan.by) })),
      again,
    )
  }

  async settle(order: SettlementOrder): Promise<ListedPassage> {
    await this.store.appendEntries((log) => {
      const settlement = log.decideSettlement({ ...order, by: this.authorOf(order.by) })
      return { fresh: settlement ? [settlement] : [] }
    })
    return (await this.#log()).listed(order.settles)
  }

  async find(ids: readonly string[]): Promise<Passage[]> {
    const log = await this.#log()
    return ids.flatMap((id) => log.find(id) ?? [])
  }

  async list(query?: PassageQuery): Promise<PassagePage> {
    return (await this.#log()).list(query)
  }

  async listAfter(after: number, query?: PassageQuery): Promise<ListedPassage[]> {
    return (await this.#log()).listAfter(after, entriesPerPage, query)
  }

  async summary(day: EventDay): Promise<PassageSummary> {
    return (await this.#log()).summary(day)
  }

  async attendance(day: EventDay): Promise<Attendance> {
    return (await this.#log()).attendance(day)
  }

  async lastOfPilots(event?: EventPart): Promise<Passage[]> {
    return (await this.#log()).lastOfPilots(event)
  }

  async log(after = 0): Promise<LogEntry[]> {
    return (await this.#log()).after(after, entriesPerPage)
  }

  async replace(entries: readonly LogEntry[]): Promise<void> {
    const numbered = entries.map((entry, index) => ({ ...entry, number: index + 1 }))
    await this.store.rewrite('merging', async () => ({ entries: numbered, result: undefined }))
  }

  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    return this.store.passages.subscribe(listener)
  }

  #log(): Promise<PassageLog> {
    return this.store.passages.current()
  }
}
