/** Decides whether a rider has what the checks of an event ask of the person: the age, and the signed waiver. */
import type { Requirements } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { isMinor } from '../pilots/pilot.ts'
import { hasSigned, type Signer } from './signature.ts'

/** Returns what the checks of an event ask of a rider on a day. Nobody signs in an event without a text. */
export function requirementsOf(
  rider: Signer,
  { waiver }: Pick<RaceEvent, 'waiver'>,
  day: string,
): Requirements {
  return {
    isMinor: isMinor(rider, day),
    hasSigned: waiver === undefined || hasSigned(rider, waiver),
  }
}
