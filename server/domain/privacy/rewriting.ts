/** The way in which all stored data is written anew, so that something in it is gone for ever. */
import type { LogEntry } from '../gate/settlement.ts'
import type { Change, Revocation } from '../pilots/change.ts'
import type { PhotoName, Pilot } from '../pilots/pilot.ts'

export interface Rewriting {
  /** Returns undefined for a pilot who is taken away. */
  pilot(pilot: Pilot): Pilot | undefined
  change(change: Change): Change
  revocations(revoked: readonly Revocation[]): Revocation[]
  /** Receives all entries of a log, the oldest first. */
  entry(entry: LogEntry): LogEntry
  /** The photos that are taken away. */
  photos: ReadonlySet<PhotoName>
}
