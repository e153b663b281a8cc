/** Decides whether a rider has what the checks of an event ask of the person: the age, and the signed waiver. */
import type { Requirements } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { isMinor, type Pilot } from '../pilots/pilot.ts'
import { waiverOf } from './waiver.ts'

/** Returns what the checks of an event ask of a rider on a day. Nobody signs in an event without a text. */
export function requirementsOf(
  { fechanac, waivers }: Pick<Pilot, 'fechanac' | 'waivers'>,
  { waiver }: Pick<RaceEvent, 'waiver'>,
  day: string,
): Requirements {
  return {
    isMinor: isMinor({ fechanac }, day),
    hasSigned: waiver === undefined || waiverOf(waivers, waiver) !== undefined,
  }
}
