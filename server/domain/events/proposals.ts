/** How a rider who is not entered yet would be entered in an event: in which modalidades, and with which numbers. */
import { documentText } from '../pilots/document.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import { fold } from '../text/text.ts'
import { type Entry, entriesIn, lastEntry, pendingIn, proposedMotorcycle } from './entry.ts'
import type { EntryProposalInfo, PendingRider } from './entry-calls.ts'
import type { RaceEvents } from './events.ts'
import { type Numbers, ownNumber } from './numbers.ts'
import { placedEntry, unriddenProblem } from './placement.ts'

/**
 * Returns the entries that a rider of the open event would have: in the modalidades of his last event or, without any
 * that ride, in his own one. In his own modalidad he has his own number, and in another one that of the last event,
 * unless one is reserved for him. He is proposed once in each modalidad.
 */
export function proposedEntries(
  rider: Pilot,
  events: RaceEvents,
  numbers: Numbers,
  now: string,
): EntryProposalInfo[] {
  const [open, ...earlier] = events
  const last = earlier.map(({ id }) => entriesIn(rider, id)).find((entries) => entries.length > 0) ?? []
  const own = { modalidad: rider.modalidad ?? '', number: ownNumber(rider) }
  // The number of a pending entry without one is that of the rider.
  const pending = pendingIn(rider, open.id).map((entry) => ({ ...own, ...entry }))
  const riding = last
    .map((entry) => (entry.modalidad === own.modalidad ? own : entry))
    .filter((entry) => unriddenProblem(entry, open) === undefined)
  const entered = new Set(entriesIn(rider, open.id).map(({ modalidad }) => modalidad))
  return (riding.length + pending.length > 0 ? [...riding, ...pending] : [own])
    .filter(
      ({ modalidad }, index, all) =>
        !entered.has(modalidad) && all.findIndex((one) => one.modalidad === modalidad) === index,
    )
    .map(({ modalidad, number }) => {
      const wish = pending.find((entry) => entry.modalidad === modalidad)
      const place = { modalidad, number: wish?.number ?? number, category: wish?.category }
      return proposal(rider, place, { events, numbers, now })
    })
}

/**
 * Returns the pending entries of riders in the open event by modalidad and name, each with its number and, if it cannot be
 * made now, with the reason.
 */
export function pendingOf(
  riders: readonly Pilot[],
  events: RaceEvents,
  numbers: Numbers,
  now: string,
): PendingRider[] {
  const pending = riders.flatMap((rider) =>
    pendingIn(rider, events[0].id).map(({ modalidad, number = ownNumber(rider), category }): PendingRider => {
      const { id, fechanac } = rider
      return {
        ...{ id, name: fullName(rider), document: documentText(rider) ?? '' },
        ...(fechanac && { fechanac }),
        ...(category && { category }),
        ...proposal(rider, { modalidad, number, category }, { events, numbers, now }),
      }
    }),
  )
  const key = ({ modalidad, name, id }: PendingRider) => `${modalidad} ${fold(name)} ${id}`
  return pending.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/**
 * Returns how a rider would be entered: with the motorcycle and in the category that are wanted or else those of the last
 * entry in the modalidad, or the category that fits.
 */
function proposal(
  rider: Pilot,
  { modalidad, number, category }: Pick<Entry, 'modalidad'> & { number?: string; category?: string },
  { events: [event, ...earlier], numbers, now }: { events: RaceEvents; numbers: Numbers; now: string },
): EntryProposalInfo {
  const before = earlier.map(({ id }) => id)
  const { category: last } = lastEntry(rider, modalidad, before)
  const motorcycle = proposedMotorcycle(rider, event, modalidad, before)
  const wanted = { modalidad, ...(number !== undefined && { number }), ...(motorcycle && { motorcycle }) }
  const choice = category === undefined ? undefined : { id: category }
  const { entry, problem } = placedEntry(rider, wanted, { event, numbers, note: { at: now }, last, choice })
  return { ...entry, ...problem }
}
