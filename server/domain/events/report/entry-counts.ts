/** Counts the riders who are entered in an event, and those who lack a check. */

import { modalidadNames } from '../../pilots/fields.ts'
import { isMinor, type Pilot } from '../../pilots/pilot.ts'
import { fold } from '../../text/text.ts'
import { type CheckName, entriesIn, lackingChecks } from '../entry.ts'
import type { RaceEvent } from '../event.ts'
import type { EventReport } from './calls.ts'

export class EntryCounts {
  #riders = 0
  #complete = 0
  #modalidades = new Map<string, number>()
  /** The clubs by their folded names, with the name that came first. */
  #clubs = new Map<string, { name: string; riders: number }>()
  #lacking = new Map<CheckName, number>()

  /** `day` decides which riders are under 18. */
  constructor(
    private readonly event: RaceEvent,
    private readonly day: string,
  ) {}

  add(pilot: Pilot): void {
    const entries = entriesIn(pilot, this.event.id)
    if (entries.length === 0) return
    this.#riders += 1
    for (const { modalidad } of entries) increment(this.#modalidades, modalidad)
    const name = pilot.club?.trim() ?? ''
    const club = this.#clubs.get(fold(name)) ?? { name, riders: 0 }
    club.riders += 1
    this.#clubs.set(fold(name), club)
    const minor = isMinor(pilot, this.day)
    const lacking = new Set(entries.flatMap((entry) => lackingChecks(entry, this.event.checks, minor)))
    for (const check of lacking) increment(this.#lacking, check)
    if (lacking.size === 0) this.#complete += 1
  }

  get report(): Pick<EventReport, 'entered' | 'checks' | 'complete'> {
    const orderOf = (name: string) => (modalidadNames as readonly string[]).indexOf(name)
    return {
      entered: {
        riders: this.#riders,
        modalidades: Array.from(this.#modalidades, ([name, riders]) => ({ name, riders })).sort(
          (one, other) => orderOf(one.name) - orderOf(other.name),
        ),
        clubs: [...this.#clubs.values()].sort(
          (one, other) =>
            other.riders - one.riders || one.name.localeCompare(other.name, 'es', { numeric: true }),
        ),
      },
      checks: this.event.checks.map((name) => ({ name, lacking: this.#lacking.get(name) ?? 0 })),
      complete: this.#complete,
    }
  }
}

function increment<Key>(numbers: Map<Key, number>, key: Key): void {
  numbers.set(key, (numbers.get(key) ?? 0) + 1)
}
