/** The props of the pilot form. */
import type { Pilot } from '#domain/pilot/pilot'
import type { Submission } from '../api/staff-api.ts'
import type { DraftSlot } from './drafts.ts'

export interface PilotFormProps {
  /** The pilot that is edited; absent for a blank form. */
  edited?: EditedPilot
  /** Stores the draft, and holds the draft to recover if there is one. */
  slot: DraftSlot
  submitLabel: string
  /** The clubs that exist, those with the most pilots first. */
  clubs: readonly string[]
  /** True if the first field takes the focus at once. */
  hasFocus?: boolean
  /** `base` is the version of the pilot that the edit began with. */
  submit: (submission: Submission, base?: Pilot) => Promise<Pilot>
  onSend: () => void
  /** `isStillHere` is false if the person has left this form. */
  onSaved: (pilot: Pilot, isStillHere: boolean) => void
}

export interface EditedPilot {
  /** The latest version that was loaded, with the changes of other people. */
  latest: Pilot
  /** The error if the pilot was removed or has a new identifier. */
  gone?: Error
  refresh: () => Promise<Pilot>
}
