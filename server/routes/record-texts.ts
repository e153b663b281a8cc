/** Serializes the records of staff as JSON, and caches the texts of recent ones, which pages of the list repeat. */
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { listParts } from '#domain/parts'
import type { Pilot } from '#domain/pilot/pilot'
import type { StatusBasis } from '#domain/validity/status'
import type { Validity } from '../actions/validity.ts'
import type { PilotPage } from '../store/contract/pilot-store.ts'
import { streamed } from './large-answers.ts'

/** The most cached texts, of about a kilobyte each. */
const most = 4000

export class RecordTexts {
  #texts = new LRUCache<Pilot, string>({ max: most })
  /** The basis of the statuses in the cached texts. */
  #basis: StatusBasis | undefined

  constructor(private readonly validity: Pick<Validity, 'basis' | 'record'>) {}

  /** Returns `{"data":[record]}`. */
  one(pilot: Pilot): string {
    return `{"data":[${this.#textOf(pilot)}]}`
  }

  /**
   * Returns `{"data":[record…],"total":n}`, with `"total_capped":true` if the list finds more than n pilots, and with
   * `"approximate":true` if no pilot fits the search exactly.
   */
  page({ pilots, total, isTotalCapped, isApproximate }: PilotPage): string | Readable {
    const flags = { total_capped: isTotalCapped || undefined, approximate: isApproximate }
    const end = `,${JSON.stringify({ total, ...flags }).slice(1)}`
    // A page of all pilots would evict the records that are requested again.
    if (pilots.length > most / 10) return streamed(this.#largePage(pilots, end))
    return `{"data":[${pilots.map((pilot) => this.#textOf(pilot)).join(',')}]${end}`
  }

  *#largePage(pilots: readonly Pilot[], end: string): Generator<string> {
    yield '{"data":'
    yield* listParts(pilots, (pilot) => this.validity.record(pilot))
    yield end
  }

  #textOf(pilot: Pilot): string {
    const { basis } = this.validity
    if (basis !== this.#basis) this.#texts.clear()
    this.#basis = basis
    const known = this.#texts.get(pilot)
    if (known !== undefined) return known
    const text = JSON.stringify(this.validity.record(pilot))
    this.#texts.set(pilot, text)
    return text
  }
}
