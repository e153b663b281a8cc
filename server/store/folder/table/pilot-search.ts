/** Finds pilots by words, with an index that follows the changes; for large numbers of pilots. */
import { matchesTerms, type SearchTerm, searchText } from '#domain/pilot/search'
import type { PilotEntry } from './pilot-entry.ts'
import { SearchIndex } from './search-index.ts'

/** The maximum number of waiting pilots that each search adds to the index. */
const pilotsPerSearch = 500

export class PilotSearch {
  #index = new SearchIndex()
  /** The pilots by their number in the index; undefined for a removed pilot. */
  #indexed: (PilotEntry | undefined)[] = []
  #removedCount = 0
  /** The pilots that are not in the index yet. */
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
    this.#removedCount += 1
    if (this.#removedCount > this.#indexed.length / 2) this.#startAnew()
  }

  /** Returns the pilots that fulfil every term, in no particular order. */
  find(terms: readonly SearchTerm[]): PilotEntry[] {
    this.indexSome(pilotsPerSearch)
    // The search text of a pilot contains the digits of the DNI.
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

  /** Adds at most `count` waiting pilots to the index. Returns true if more are waiting. */
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
    this.#removedCount = 0
    this.#waiting = new Set([...existing, ...this.#waiting])
  }
}

/** Finds pilots without an index, by checking each pilot: faster for a single search. */
export function scan(entries: Iterable<PilotEntry>, terms: readonly SearchTerm[]): PilotEntry[] {
  return Array.from(entries).filter((entry) => matchesTerms(entry.pilot, textOf(entry), terms))
}

function textOf(entry: PilotEntry): string {
  entry.text ??= searchText(entry.pilot)
  return entry.text
}
