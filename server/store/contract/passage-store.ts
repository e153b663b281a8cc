/** The contract of the log of passages. */
import type { AgainRule, Passage, PassageResult, Scan } from '#domain/gate/passage'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { StatusKind } from '#domain/validity/status'
import type { PassageSummary } from '#domain/web/gate-schemas'

/** A scan with what the server knows about it when it arrives. */
export interface JudgedScan extends Scan {
  /** The time at which the server received the scan: ISO 8601, UTC. */
  received: string
  by: string
  device: string
  /** The pilot of the code, also of a revoked code. */
  pilot?: PilotId
  /** The status of the credential at the time of the scan. Absent for an unknown code. */
  status?: StatusKind
}

export interface PassageQuery {
  gate?: string
  result?: PassageResult
  direction?: Scan['direction']
  pilot?: PilotId
  /** Only passages that do not fit: see `isIncident`. */
  incidents?: boolean
  /** The earliest time of the scan: ISO 8601, UTC. */
  from?: string
  /** The time before which the scan was: ISO 8601, UTC. */
  before?: string
  page?: number
  perPage?: number
}

export interface PassagePage {
  /** The newest first. */
  passages: (Passage & { isCorrected: boolean })[]
  total: number
}

export interface PassageStore {
  /** The number of the last passage that this process knows. */
  readonly lastPassage: number

  /**
   * Stores scans in their order and decides each: see `decidePassage`. Resolves to the stored passages, in the same
   * order, once they are durable. A scan whose id is stored already changes nothing and resolves to the stored passage.
   */
  record(scans: readonly JudgedScan[], again: AgainRule): Promise<Passage[]>

  list(query?: PassageQuery): Promise<PassagePage>

  /** Counts the passages; those since `from` (ISO 8601, UTC) are today's. */
  summary(from: string): Promise<PassageSummary>

  /** Returns the last counted passage of every pilot who has one. */
  lastOfPilots(): Promise<ReadonlyMap<PilotId, Passage>>

  /** Reads a page of the log, the oldest first, for a backup. `after` is the number of the last passage read. */
  log(after?: number): Promise<Passage[]>

  /** Replaces the log by the passages of a backup, atomically. */
  replace(passages: readonly Passage[]): Promise<void>

  /** Calls `listener` with new passages when they are durable. Returns a function that unsubscribes it. */
  subscribe(listener: (passages: readonly Passage[]) => void): () => void
}
