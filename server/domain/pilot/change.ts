/** A change of the pilots: what a decision gives, a store makes durable and a history is made of. */
import type { Pilot } from './pilot.ts'
import type { PilotId } from './pilot-id.ts'

/** All of it is stored, or none. */
export interface Change {
  /** Forgets every pilot that there was, first. */
  clear?: true
  /** Registered or replaced, in this order. */
  put?: readonly Pilot[]
  remove?: readonly PilotId[]
  revoke?: readonly Revocation[]
  /** Who made it: see `author.ts`. */
  by?: string
}

/** A card that was lost: its identifier is nobody's any more. */
export interface Revocation {
  id: PilotId
  /** ISO 8601, UTC. */
  at: string
  /** The identifier that its pilot has instead. */
  next: PilotId
}
