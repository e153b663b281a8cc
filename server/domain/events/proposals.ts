/** How a rider who is not entered yet would be entered in an event: in which modalidades, and with which numbers. */
import { documentText } from '../pilots/document.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { fold } from '../text/text.ts'
import { placedEntry, unriddenProblem } from './entries.ts'
import { type Entry, entriesIn, lastEntry, pendingIn } from './entry.ts'
import type { PendingRider } from './entry-calls.ts'
import type { RaceEvents } from './events.ts'
import { type Numbers, ownNumber } from './numbers.ts'

export interface EntryProposal extends Pick<Entry, 'modalidad' | 'category' | 'number' | 'motorcycle'> {
  /** The reason for which the rider cannot be entered so, in Spanish. */
  reason?: string
  /** The rider who has the number, if that is the reason. */
  other?: PilotId
}

/**
 * Returns the entries that a rider of the open event would have: in the modalidades of his last event or, without any
 * that ride, in his own one. The number is the one that is reserved for him; else, in his own modalidad, his own, and in
 * another one that of the last event. The motorcycle is that of the last entry in the modalidad, and the category the one that fits, at the moment `now`.
 */
export function proposedEntries(
  rider: Pilot,
  events: RaceEvents,
  numbers: Numbers,
  now: string,
): EntryProposal[] {
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
      const { motorcycle, category: last } = lastEntry(
        rider,
        modalidad,
        earlier.map(({ id }) => id),
      )
      const wanted = { ...wantedOf(modalidad, number), ...(motorcycle && { motorcycle }) }
      const wish = pendingIn(rider, open.id).find((entry) => entry.modalidad === modalidad)
      return proposal(rider, wanted, { event: open, numbers, note: { at: now }, last, ...choiceOf(wish) })
    })
}

/**
 * Returns the pending entries of riders in an event by modalidad and name, each with its number and, if it cannot be made
 * now, with the reason.
 */
export function pendingOf(
  riders: readonly Pilot[],
  [event, ...earlier]: RaceEvents,
  numbers: Numbers,
  now: string,
): PendingRider[] {
  const pending = riders.flatMap((rider) =>
    pendingIn(rider, event.id).map(({ modalidad, number = ownNumber(rider), category }): PendingRider => {
      const before = earlier.map(({ id }) => id)
      const { motorcycle, category: last } = lastEntry(rider, modalidad, before)
      const wanted = { ...wantedOf(modalidad, number), ...(motorcycle && { motorcycle }) }
      const placing = { event, numbers, note: { at: now }, last, ...choiceOf({ category }) }
      const { id, fechanac } = rider
      return {
        ...{ id, name: fullName(rider), document: documentText(rider) ?? '' },
        ...(fechanac && { fechanac }),
        ...(category && { category }),
        ...proposal(rider, wanted, placing),
      }
    }),
  )
  const key = ({ modalidad, name, id }: PendingRider) => `${modalidad} ${fold(name)} ${id}`
  return pending.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

function wantedOf(modalidad: string, number?: string) {
  return { modalidad, ...(number !== undefined && { number }) }
}

/** Returns the wish of a pending entry for a category. */
function choiceOf({ category }: Pick<Entry, 'category'> = {}) {
  return category === undefined ? {} : { choice: { id: category } }
}

function proposal(
  rider: Pilot,
  wanted: Pick<Entry, 'modalidad' | 'number' | 'motorcycle'>,
  placing: Parameters<typeof placedEntry>[2],
): EntryProposal {
  const { entry, problem } = placedEntry(rider, wanted, placing)
  return { ...entry, ...problem }
}
