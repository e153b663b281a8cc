/** The contract of the log of passages. */
import type { EventPart } from '#domain/event/events'
import type { Attendance, EventDay } from '#domain/gate/attendance'
import type { AgainRule, JudgedScan, Passage } from '#domain/gate/passage'
import type { ListedPassage, PassagePage, PassageQuery } from '#domain/gate/passage-query'
import type { LogEntry, SettlementOrder } from '#domain/gate/settlement'
import type { PassageSummary } from '#domain/web/gate-schemas'

/** The most passages that `listAfter` returns at once, and the most entries of `log`. */
export const entriesPerPage = 2000

export interface PassageStore {
  /** The number of the last entry that this process knows. */
  readonly lastPassage: number

  /**
   * Stores scans in their order and decides each: see `PassageLog.decide`. Resolves to the stored passages, in the same
   * order, once they are durable. A scan that is sent once more changes nothing and resolves to the stored passage.
   * @throws MachineError if a scan could not be read again
   */
  record(scans: readonly JudgedScan[], again: AgainRule): Promise<Passage[]>

  /** Returns those of some passages that are stored. */
  find(ids: readonly string[]): Promise<Passage[]>

  /**
   * Settles an incident or, without a reason, opens it again: see `PassageLog.decideSettlement`. Resolves to the passage
   * once the settlement is durable.
   * @throws NotFoundError, InvalidError, PilotosError
   */
  settle(order: SettlementOrder): Promise<ListedPassage>

  list(query?: PassageQuery): Promise<PassagePage>

  /**
   * Reads up to `entriesPerPage` of the passages that a query finds, the oldest first, for an export. `after` is the
   * number of the last passage that was read, or 0.
   */
  listAfter(after: number, query?: PassageQuery): Promise<ListedPassage[]>

  /** Counts the passages of a day of an event. */
  summary(day: EventDay): Promise<PassageSummary>

  /** Returns the pilots who are inside, and those who have entered on a day of an event. */
  attendance(day: EventDay): Promise<Attendance>

  /** Returns the last counted passage, of all or in an event, of every pilot who has one and, before an exit, the last entry. */
  lastOfPilots(event?: EventPart): Promise<Passage[]>

  /**
   * Reads up to `entriesPerPage` entries, the oldest first, for a backup. `after` is the number of the last entry that
   * was read.
   */
  log(after?: number): Promise<LogEntry[]>

  /** Replaces the log by the entries of a backup, atomically, and numbers them in their order. */
  replace(entries: readonly LogEntry[]): Promise<void>

  /**
   * Calls `listener` with new entries when they are durable, or with none if all may have changed. Returns a function
   * that unsubscribes it.
   */
  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void
}
