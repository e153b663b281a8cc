/** Finding pilots by words among very many, by an index that follows them. */
import { matchesTerms, type SearchTerm, searchText } from '#domain/pilot/search'
import type { PilotEntry } from './pilot-entry.ts'
import { SearchIndex } from './search-index.ts'

/** How many pilots a search takes into the index by the way. */
const byTheWay = 500

export class PilotSearch {
  #index = new SearchIndex()
  /** By their numbers in the index; undefined where one is no more. */
  #indexed: (PilotEntry | undefined)[] = []
  #gone = 0
  /** Those that are not in the index yet. */
  #waiting: Set<PilotEntry>

  constructor(entries: Iterable<PilotEntry>) {
    this.#waiting = new Set(entries)
  }

  add(entry: PilotEntry): void {
    this.#waiting.add(entry)
  }

  remove(entry: PilotEntry): void {
    if (this.#waiting.delete(entry) || entry.number === undefined) return
    this.#indexed[entry.number] = undefined
    this.#gone += 1
    if (this.#gone > this.#indexed.length / 2) this.#startAnew()
  }

  /** Those that fulfil every term, in no order. */
  find(terms: readonly SearchTerm[]): PilotEntry[] {
    this.indexSome(byTheWay)
    // The digits of a DNI stand in the text of its pilot.
    const candidates = this.#index.candidates(
      terms.map(({ word, dni }) => (dni ? [word, dni.digits] : [word])),
    )
    const found: PilotEntry[] = []
    const count = candidates?.length ?? this.#indexed.length
    for (let index = 0; index < count; index += 1) {
      const entry = this.#indexed[candidates?.[index] ?? index]
      if (entry && matchesTerms(entry.pilot, textOf(entry), terms)) found.push(entry)
    }
    return this.#waiting.size > 0 ? [...found, ...scan(this.#waiting, terms)] : found
  }

  /** Takes at most `count` pilots into the index, and says whether more are waiting. */
  indexSome(count: number): boolean {
    for (const entry of this.#waiting) {
      if (count === 0) return true
      count -= 1
      this.#waiting.delete(entry)
      entry.number = this.#index.size
      this.#indexed.push(entry)
      this.#index.add(textOf(entry))
    }
    return false
  }

  #startAnew(): void {
    const existing = this.#indexed.filter((entry) => entry !== undefined)
    this.#index = new SearchIndex()
    this.#indexed = []
    this.#gone = 0
    this.#waiting = new Set([...existing, ...this.#waiting])
  }
}

/** The same one by one, for a single question. */
export function scan(entries: Iterable<PilotEntry>, terms: readonly SearchTerm[]): PilotEntry[] {
  return Array.from(entries).filter((entry) => matchesTerms(entry.pilot, textOf(entry), terms))
}

function textOf(entry: PilotEntry): string {
  entry.text ??= searchText(entry.pilot)
  return entry.text
}
