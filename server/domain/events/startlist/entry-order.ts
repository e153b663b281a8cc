/** The order in which the riders of a group were entered, by the log of changes and not by its moments. */
import type { Change } from '../../pilots/change.ts'
import type { Pilot } from '../../pilots/pilot.ts'
import type { PilotId } from '../../pilots/pilot-id.ts'
import { entryIn } from '../entry.ts'

export class EntryOrder {
  #places = new Map<PilotId, number>()
  #next = 0

  constructor(
    private readonly event: string,
    private readonly modalidad: string,
  ) {}

  /** Takes the next change of the log. A rider who was withdrawn and entered again is the last one. */
  add({ clear, put = [], remove = [], revoke = [] }: Change): void {
    if (clear) this.#places.clear()
    for (const { id, next } of revoke) {
      const place = this.#places.get(id)
      if (place !== undefined && !this.#places.has(next)) this.#places.set(next, place)
    }
    for (const id of remove) this.#places.delete(id)
    for (const pilot of put) {
      if (!entryIn(pilot, this.event, this.modalidad)) this.#places.delete(pilot.id)
      else if (!this.#places.has(pilot.id)) this.#places.set(pilot.id, this.#next++)
    }
  }

  sorted(pilots: readonly Pilot[]): Pilot[] {
    const placeOf = ({ id }: Pilot) => this.#places.get(id) ?? -1
    return pilots.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
