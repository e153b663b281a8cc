/** A change of the pilots: decisions return changes, stores commit them, and histories are built from them. */
import type { Pilot } from './pilot.ts'
import type { PilotId } from './pilot-id.ts'

/** A change is atomic: either all of it is stored, or nothing. */
export interface Change {
  /** Removes all existing pilots before the rest of the change is applied. */
  clear?: true
  /** The pilots to register or replace, in this order. */
  put?: readonly Pilot[]
  remove?: readonly PilotId[]
  revoke?: readonly Revocation[]
  /** The emergency contacts that were shown. The pilots stay as they are. */
  seen?: readonly SeenContact[]
  /** The author of the change: see `author.ts`. */
  by?: string
  /** The time at which an import registered its new pilots, which is their `since`. Only imports have it. */
  importedAt?: string
  /** The name of the imported file, if it has one. */
  file?: string
  /** The number of the import that this change undoes. */
  undoes?: number
}

/** A card that was lost: its identifier no longer belongs to any pilot. */
export interface Revocation {
  id: PilotId
  /** The time of the revocation: ISO 8601, UTC. */
  at: string
  /** The identifier that its pilot has instead. */
  next: PilotId
}

/** The emergency contact of a pilot was shown at a gate. */
export interface SeenContact {
  id: PilotId
  /** The name that the gate had. */
  gate: string
}
