/** The counted passages that a gate knows: those of the roster, those that the server tells, and its own. */
import type { Counted } from '#domain/gate/decision'
import type { GateRoster } from '#domain/web/gate-schemas'

interface Known extends Counted {
  id?: string
  /** The time at which the server had the passage, in milliseconds. Infinite while the server does not have it. */
  since: number
}

export class KnownPassages {
  #ofPilots = new Map<string, Known[]>()

  /** Returns the counted passages of a pilot. */
  of(pilot: string): readonly Counted[] {
    return this.#ofPilots.get(pilot) ?? []
  }

  /** Adds a passage, which the server does not have yet if it `isUnsent`. A passage that is known stays one. */
  add(pilot: string, id: string, passage: Counted, isUnsent = false): void {
    const others = (this.#ofPilots.get(pilot) ?? []).filter((one) => one.id !== id)
    this.#ofPilots.set(pilot, [...others, { ...passage, id, since: isUnsent ? Infinity : Date.now() }])
  }

  /** Notes that the server has a passage of this device. */
  confirm(id: string): void {
    for (const passages of this.#ofPilots.values())
      for (const passage of passages) if (passage.id === id) passage.since = Date.now()
  }

  /** Removes a passage. Returns false if it is not known by its identifier. */
  takeBack(id: string): boolean {
    return this.#remove((passage) => passage.id === id)
  }

  /** Removes a passage of the roster, which has no identifier. */
  takeBackAt(place: Counted): void {
    this.#remove(
      ({ gate, direction, at }) => gate === place.gate && direction === place.direction && at === place.at,
    )
  }

  /**
   * Takes the passages of a new roster, which was asked for at `asked` in milliseconds. Passages that the server did
   * not have then are kept.
   */
  replace(pilots: GateRoster['pilots'], asked: number): void {
    const kept = new Map(
      [...this.#ofPilots].map(([pilot, passages]) => [pilot, passages.filter(({ since }) => since >= asked)]),
    )
    this.#ofPilots = kept
    for (const { id, last, entry } of pilots) {
      const listed: Known[] = []
      if (entry) listed.push({ ...entry, direction: 'in', since: asked })
      if (last) listed.push({ ...last, since: asked })
      if (listed.length > 0) kept.set(id, [...listed, ...(kept.get(id) ?? [])])
    }
  }

  #remove(isMeant: (passage: Known) => boolean): boolean {
    let isFound = false
    for (const [pilot, passages] of this.#ofPilots) {
      const others = passages.filter((passage) => !isMeant(passage))
      if (others.length === passages.length) continue
      isFound = true
      this.#ofPilots.set(pilot, others)
    }
    return isFound
  }
}
