/** The pilots in memory: found by identifier, by DNI, by words; ordered and paged. */
import type { Standing } from '#domain/import-plan'
import type { ListQuery } from '#domain/list-query'
import type { Pilot } from '#domain/pilot'
import type { PilotId } from '#domain/pilot-id'
import { searchText, searchWords } from '#domain/search'
import type { Change } from './change.ts'
import type { PilotPage } from './pilot-store.ts'

export class PilotTable implements Standing {
  /** In the order of registration. */
  #byId = new Map<PilotId, Pilot>()
  #byDni = new Map<number, Pilot>()
  #searchText = new WeakMap<Pilot, string>()

  constructor(pilots: Iterable<Pilot> = []) {
    for (const pilot of pilots) this.put(pilot)
  }

  byId(id: PilotId): Pilot | undefined {
    return this.#byId.get(id)
  }

  byDni(dni: number): Pilot | undefined {
    return this.#byDni.get(dni)
  }

  /** Adds a pilot, or replaces the one of the same identifier in its place. */
  put(pilot: Pilot): void {
    const replaced = this.#byId.get(pilot.id)
    if (replaced && this.#byDni.get(replaced.dni) === replaced) this.#byDni.delete(replaced.dni)
    this.#byId.set(pilot.id, pilot)
    this.#byDni.set(pilot.dni, pilot)
  }

  apply({ clear, put = [], remove = [] }: Change): void {
    if (clear) {
      this.#byId.clear()
      this.#byDni.clear()
    }
    for (const pilot of put) this.put(pilot)
    for (const id of remove) this.#delete(id)
  }

  all(): Pilot[] {
    return [...this.#byId.values()]
  }

  /** How many there are. */
  get size(): number {
    return this.#byId.size
  }

  list({ search, sort, order, page = 1, perPage }: ListQuery = {}): PilotPage {
    const found = this.#find(searchWords(search))
    if (sort) found.sort((one, other) => compare(one[sort], other[sort]))
    if (order === 'desc' || (!sort && order !== 'asc')) found.reverse()
    const start = perPage ? (page - 1) * perPage : page === 1 ? 0 : found.length
    return { pilots: found.slice(start, perPage && start + perPage), total: found.length }
  }

  #delete(id: PilotId): void {
    const pilot = this.#byId.get(id)
    if (pilot && this.#byDni.get(pilot.dni) === pilot) this.#byDni.delete(pilot.dni)
    this.#byId.delete(id)
  }

  #find(words: readonly string[]): Pilot[] {
    const pilots = this.all()
    if (words.length === 0) return pilots
    return pilots.filter((pilot) => {
      const text = this.#textOf(pilot)
      return words.every((word) => text.includes(word))
    })
  }

  #textOf(pilot: Pilot): string {
    const known = this.#searchText.get(pilot)
    if (known !== undefined) return known
    const text = searchText(pilot)
    this.#searchText.set(pilot, text)
    return text
  }
}

let collator: Intl.Collator | undefined

/** Made when something is first ordered, since its tables take long to load. */
function spanish(): Intl.Collator {
  collator ??= new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  return collator
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : spanish().compare(String(one), String(other))
}
