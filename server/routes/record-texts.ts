/** Serializes the records of staff as JSON, and caches the texts of recent ones: a page has the records of the last. */
import { LRUCache } from 'lru-cache'
import type { Pilot } from '#domain/pilot/pilot'
import type { StatusBasis } from '#domain/validity/status-kinds'
import type { Validity } from '../actions/validity.ts'

/** The most cached texts, of about a kilobyte each. */
const most = 4000

export class RecordTexts {
  #texts = new LRUCache<Pilot, string>({ max: most })
  /** The basis of the statuses in the cached texts. */
  #basis: StatusBasis | undefined

  constructor(private readonly validity: Pick<Validity, 'basis' | 'record'>) {}

  /** Returns the JSON of the records, separated by commas. */
  of(pilots: readonly Pilot[]): string {
    const { basis } = this.validity
    if (basis !== this.#basis) this.#texts.clear()
    this.#basis = basis
    // All pilots would evict the records that are requested again.
    const keeps = pilots.length <= most / 10
    return pilots.map((pilot) => (keeps ? this.#kept(pilot) : this.#textOf(pilot))).join(',')
  }

  #kept(pilot: Pilot): string {
    const known = this.#texts.get(pilot)
    if (known !== undefined) return known
    const text = this.#textOf(pilot)
    this.#texts.set(pilot, text)
    return text
  }

  #textOf(pilot: Pilot): string {
    return JSON.stringify(this.validity.record(pilot))
  }
}
