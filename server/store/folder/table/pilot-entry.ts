/** A pilot in memory, with the data for searching and ordering it. */
import type { Pilot } from '#domain/pilot/pilot'

export interface PilotEntry {
  readonly pilot: Pilot
  /** The number of the registration; a changed pilot keeps its number. */
  readonly sequence: number
  /** The search text, which is built when the pilot is first searched or indexed. */
  text: string | undefined
  /** The number of the pilot in the search index, or undefined before it is indexed. */
  number: number | undefined
}
