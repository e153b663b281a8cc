/** Lets the entries of a rider in the open event follow the change of his own number, modalidad and transponder. */
import { withCardInEvent } from '../credential/printed-card.ts'
import { InvalidError, PilotosError } from '../errors.ts'
import type { Pilot } from '../pilots/pilot.ts'
import { numberKey, visible } from '../text/names.ts'
import { withCharges } from '../till/charging.ts'
import { decideCategory } from './categories/choice.ts'
import { withEntriesIn } from './entries.ts'
import { type Entry, type EntryNote, entriesIn, sameEntries, withoutPlace } from './entry.ts'
import type { RaceEvent } from './event.ts'
import { groupOf, Numbers, ownNumber } from './numbers.ts'
import { unriddenProblem } from './placement.ts'

type OwnValues = Pick<Pilot, 'npiloto' | 'modalidad' | 'transponder' | 'entries'>

/**
 * Returns the entries of an event after a change of the rider's own values. Each value of an entry that was that of the
 * rider is the new one: an entry with another number, for one event, keeps it.
 */
export function followedEntries(before: OwnValues, after: OwnValues, event: string): Entry[] {
  const own = entriesIn(before, event)
  const [number, chip] = [ownNumber(after), visible(after.transponder ?? '')]
  const first = own.find(({ modalidad }) => modalidad === before.modalidad)
  return own.map((its) => {
    const { number: stored, transponder, ...entry } = its
    const isOwnNumber = numberKey(stored) === numberKey(ownNumber(before))
    const isOwnChip = (transponder ?? '') === visible(before.transponder ?? '')
    const next = before.npiloto !== after.npiloto && isOwnNumber ? number : stored
    const nextChip = isOwnChip ? chip : transponder
    const moves = its === first && !own.some((one) => one.modalidad === after.modalidad)
    return {
      ...(moves ? withoutPlace(entry) : entry),
      modalidad: (moves && after.modalidad) || entry.modalidad,
      ...(next !== undefined && { number: next }),
      ...(nextChip && { transponder: nextChip }),
    }
  })
}

/** Returns true if an entry in an event would follow a change. */
export function hasFollowers(before: OwnValues, after: OwnValues, event: string): boolean {
  return !sameEntries(entriesIn(before, event), followedEntries(before, after, event))
}

/** The open event, and who has which number in it: for one rider, or for the riders of an import one after the other. */
export class FollowingEntries {
  #numbers: Numbers

  /** `entered` are all riders with an entry in the event. */
  constructor(
    private readonly event: RaceEvent,
    entered: readonly Pilot[],
  ) {
    this.#numbers = new Numbers(entered, event)
  }

  /**
   * Returns the rider after the change, with the entries that follow, and their charges.
   * @throws InvalidError if the modalidad does not ride, PilotosError if another rider has the number
   */
  follow(before: Pilot, after: Pilot, note: EntryNote): Pilot {
    const { event } = this
    if (!hasFollowers(before, after, event.id)) return after
    const stored = entriesIn(before, event.id)
    const next = followedEntries(before, after, event.id).map((entry, index) =>
      entry.modalidad === stored[index]?.modalidad ? entry : withFittingCategory(entry, after, event),
    )
    for (const [index, entry] of next.entries()) {
      const unridden =
        entry.modalidad === stored[index]?.modalidad ? undefined : unriddenProblem(entry, event)
      if (unridden) throw new InvalidError({ modalidad: `${unridden}, en el que está inscrito` })
      const taken = this.#numbers.problem(after, entry)
      // A merge can have given a number to two riders: what stays as it was is no new problem.
      if (!taken || placesMatch(entry, stored[index])) continue
      const reason = `${taken.reason} en el evento abierto`
      throw new PilotosError('conflict', reason, {
        fields: { npiloto: reason },
        ...(taken.other && { id: taken.other }),
      })
    }
    for (const entry of stored) this.#numbers.release(after, entry)
    for (const entry of next) this.#numbers.take(after, entry)
    return withCharges(withCardInEvent(before, withEntriesIn(after, event.id, next), event), event, note)
  }
}

/**
 * Returns an entry in another modalidad with the category that fits there; without one if none does. An event without days
 * is that of the day of the entry.
 */
function withFittingCategory(entry: Entry, { fechanac }: Pilot, event: RaceEvent): Entry {
  const { category } = decideCategory(event, { fechanac, ...entry }, undefined, entry)
  return { ...entry, ...(category && { category }) }
}

function placesMatch(one: Entry, other: Entry | undefined): boolean {
  return (
    other !== undefined &&
    groupOf(one) === groupOf(other) &&
    numberKey(one.number) === numberKey(other.number)
  )
}
