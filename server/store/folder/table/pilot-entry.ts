/** A pilot in memory, with what finding and ordering it needs. */
import type { Pilot } from '#domain/pilot/pilot'

export interface PilotEntry {
  readonly pilot: Pilot
  /** Counts the registrations; a pilot that is changed keeps its place. */
  readonly sequence: number
  /** What is searched of the pilot, once it has been. */
  text: string | undefined
  /** Its number in the search index, once it is there. */
  number: number | undefined
}
