/** The order in which riders were entered in an event, by the log of changes and not by its moments. */
import type { Change } from '../../pilots/change.ts'
import type { PilotId } from '../../pilots/pilot-id.ts'
import { type Entry, entriesIn } from '../entry.ts'

export class EntryOrder {
  /** The places by the moments of the entries, which tell those of one rider apart and stay when their modalidad changes. */
  #places = new Map<PilotId, Map<string, number>>()
  #next = 0

  /** `event` is an identifier. */
  constructor(private readonly event: string) {}

  /** Takes the next change of the log. A rider who was withdrawn and entered again is the last one. */
  add({ clear, put = [], remove = [], revoke = [] }: Change): void {
    if (clear) this.#places.clear()
    for (const { id, next } of revoke) {
      const places = this.#places.get(id)
      if (places && !this.#places.has(next)) this.#places.set(next, places)
    }
    for (const id of remove) this.#places.delete(id)
    for (const pilot of put) {
      const before = this.#places.get(pilot.id)
      const places = new Map<string, number>()
      for (const { at } of entriesIn(pilot, this.event)) places.set(at, before?.get(at) ?? this.#next++)
      if (places.size > 0) this.#places.set(pilot.id, places)
      else this.#places.delete(pilot.id)
    }
  }

  /** Returns the place of an entry, by which entries are sorted. */
  placeOf(rider: { id: PilotId }, { at }: Pick<Entry, 'at'>): number {
    return this.#places.get(rider.id)?.get(at) ?? -1
  }
}
