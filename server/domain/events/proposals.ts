/** How a rider who is not entered yet would be entered in an event: in which modalidades, and with which numbers. */
import { documentText } from '../pilots/document.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { fold } from '../text/text.ts'
import { entryProblem, unriddenProblem } from './entries.ts'
import { type Entry, entriesIn, lastMotorcycle, pendingIn } from './entry.ts'
import type { PendingRider } from './entry-calls.ts'
import type { RaceEvent } from './event.ts'
import type { RaceEvents } from './events.ts'
import { type Numbers, ownNumber } from './numbers.ts'

export interface EntryProposal extends Pick<Entry, 'modalidad' | 'number' | 'motorcycle'> {
  /** The reason for which the rider cannot be entered so, in Spanish. */
  reason?: string
  /** The rider who has the number, if that is the reason. */
  other?: PilotId
}

/**
 * Returns the entries that a rider of the open event would have: in the modalidades of his last event or, without any
 * that ride, in his own one. The number in his own modalidad is his own, and in another one that of the last event. The
 * motorcycle is that of the last entry in the modalidad.
 */
export function proposedEntries(rider: Pilot, events: RaceEvents, numbers: Numbers): EntryProposal[] {
  const [open, ...earlier] = events
  const last = earlier.map(({ id }) => entriesIn(rider, id)).find((entries) => entries.length > 0) ?? []
  const own = { modalidad: rider.modalidad ?? '', number: ownNumber(rider) }
  const riding = last
    .map((entry) => (entry.modalidad === own.modalidad ? own : entry))
    .filter((entry) => unriddenProblem(entry, open) === undefined)
  const entered = new Set(entriesIn(rider, open.id).map(({ modalidad }) => modalidad))
  return (riding.length > 0 ? riding : [own])
    .filter(({ modalidad }) => !entered.has(modalidad))
    .map(({ modalidad, number }) => {
      const motorcycle = lastMotorcycle(
        rider,
        modalidad,
        earlier.map(({ id }) => id),
      )
      return { ...proposal(rider, { modalidad, number }, open, numbers), ...(motorcycle && { motorcycle }) }
    })
}

/**
 * Returns the pending entries of riders in an event by modalidad and name, each with its number and, if it cannot be made
 * now, with the reason.
 */
export function pendingOf(riders: readonly Pilot[], event: RaceEvent, numbers: Numbers): PendingRider[] {
  const pending = riders.flatMap((rider) =>
    pendingIn(rider, event.id).map(({ modalidad, number = ownNumber(rider) }) => ({
      id: rider.id,
      name: fullName(rider),
      document: documentText(rider) ?? '',
      ...proposal(rider, { modalidad, number }, event, numbers),
    })),
  )
  const key = ({ modalidad, name, id }: PendingRider) => `${modalidad} ${fold(name)} ${id}`
  return pending.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

function proposal(
  rider: Pilot,
  { modalidad, number }: Pick<Entry, 'modalidad'> & { number: string | undefined },
  event: RaceEvent,
  numbers: Numbers,
): EntryProposal {
  const wanted = { modalidad, ...(number !== undefined && { number }) }
  return { ...wanted, ...entryProblem(rider, wanted, event, numbers) }
}
