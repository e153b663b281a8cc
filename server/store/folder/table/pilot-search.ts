/** Finds pilots by words, with an index that follows the changes; for large numbers of pilots. */
import { matchesTerms, type SearchTerm } from '#domain/pilot/search'
import { bestRank, type Ranking, rankOf } from '#domain/pilot/search-rank'
import { searchText } from '#domain/pilot/search-text'
import { forgivableWords } from '#domain/pilot/similar-words'
import type { PilotEntry } from './pilot-entry.ts'
import { SearchIndex } from './search-index.ts'

/** The maximum number of waiting pilots that each search adds to the index. */
const pilotsPerSearch = 500

export class PilotSearch {
  #index = new SearchIndex()
  /** The pilots by their number in the index; undefined for a removed pilot. */
  #indexed: (PilotEntry | undefined)[] = []
  #removedCount = 0
  /** The different words in the index for which errors are forgiven; some may be those of removed pilots. */
  #words = new Set<string>()
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
    const candidates = this.#index.candidates(terms.map((term) => this.#wordsOf(term)))
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
      for (const word of forgivableWords(textOf(entry))) this.#words.add(word)
    }
    return false
  }

  /** Returns words, at least one of which is in the search text of every pilot that meets the condition. */
  #wordsOf({ word, code, dni, similar }: SearchTerm): string[] {
    // The search text of a pilot contains the digits of the DNI.
    const found = [word, ...(code ? [code.key] : []), ...(dni ? [dni.digits] : [])]
    if (!similar) return found
    for (const other of this.#words) {
      // Similar words differ by at most one character, which may be two UTF-16 code units.
      const hasLength = Math.abs(other.length - word.length) <= 2
      if (hasLength && similar.test(` ${other} `)) found.push(other)
    }
    return found
  }

  #startAnew(): void {
    const existing = this.#indexed.filter((entry) => entry !== undefined)
    this.#index = new SearchIndex()
    this.#indexed = []
    this.#removedCount = 0
    this.#words = new Set()
    this.#waiting = new Set([...existing, ...this.#waiting])
  }
}

/** Finds pilots without an index, by checking each pilot: faster for a single search. */
export function scan(entries: Iterable<PilotEntry>, terms: readonly SearchTerm[]): PilotEntry[] {
  return Array.from(entries).filter((entry) => matchesTerms(entry.pilot, textOf(entry), terms))
}

/**
 * Returns the `count` best entries by rank, or all if they are fewer, and possibly some of the others after them.
 * `entries` are in the order of registration; the newest of equal rank come first.
 */
export function bestByRank(entries: readonly PilotEntry[], ranking: Ranking, count: number): PilotEntry[] {
  const ranked: PilotEntry[][] = []
  const best = bestRank(ranking)
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index] as PilotEntry
    const rank = rankOf(textOf(entry), ranking)
    ranked[rank] ??= []
    // The entries that are left are older, and none of them has a better rank.
    if (ranked[rank].push(entry) === count && rank === best) break
  }
  return ([] as PilotEntry[]).concat(...ranked.filter(Boolean))
}

function textOf(entry: PilotEntry): string {
  entry.text ??= searchText(entry.pilot)
  return entry.text
}
