/** Decides whether a rider has what the checks of an event ask of the person: the age, the signed waiver and the payment. */
import type { Entered, Requirements } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { isMinor } from '../pilots/pilot.ts'
import { midnightOf } from '../text/date.ts'
import { owedIn } from '../till/charging.ts'
import type { Account } from '../till/lines.ts'
import { hasSigned, type Signer } from './signature.ts'

/** Returns what the checks of an event ask of a rider on a day. Nobody signs in an event without a text. */
export function requirementsOf(
  rider: Signer & Account & Entered,
  event: Pick<RaceEvent, 'id' | 'waiver' | 'till'>,
  day: string,
): Requirements {
  const owed = owedIn(rider, event, midnightOf(day).toISOString())
  return {
    isMinor: isMinor(rider, day),
    hasSigned: event.waiver === undefined || hasSigned(rider, event.waiver),
    ...(owed !== undefined && { hasPaid: owed <= 0 }),
  }
}
