/** Decides whether a rider has what the checks of an event ask of the person: the age, the signed waiver and the payment. */

import { type Entered, entriesIn, type Requirements } from '../events/entry.ts'
import type { LackKind } from '../events/entry-filter.ts'
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

/**
 * Returns true for a rider for whom the desk has something left to do in an event: one who owes, also after leaving it, or
 * one who is entered and has not signed.
 */
export function isLacking(
  rider: Parameters<typeof requirementsOf>[0],
  event: Parameters<typeof requirementsOf>[1],
  kind: LackKind,
): boolean {
  if (kind === 'payment') return (owedIn(rider, event, new Date().toISOString()) ?? 0) > 0
  return (
    event.waiver !== undefined && entriesIn(rider, event.id).length > 0 && !hasSigned(rider, event.waiver)
  )
}
