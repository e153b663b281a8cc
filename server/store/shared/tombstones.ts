/** The tombstones of erased persons in memory: they recognize a code, a document and a state of a pilot. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Person, PersonSeeds } from '#domain/erasure/person'
import type { JudgedScan } from '#domain/gate/passage'
import { documentOf, type RiderDocument } from '#domain/pilot/document'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { readScanned } from '#domain/web/wire'
import type { TombstoneSet } from '../contract/erasure-store.ts'

interface KeyedStones {
  key: Buffer
  /** The times of the last erasures by their hashes. */
  times: ReadonlyMap<string, string>
}

export class Tombstones implements PersonSeeds {
  #sets: KeyedStones[]

  constructor(readonly sets: readonly TombstoneSet[]) {
    this.#sets = sets
      .filter(({ stones }) => stones.length > 0)
      .map(({ key, stones }) => ({
        key: Buffer.from(key, 'base64url'),
        times: new Map(stones.map(({ hash, at }) => [hash, at])),
      }))
  }

  get isEmpty(): boolean {
    return this.#sets.length === 0
  }

  equals({ sets }: Tombstones): boolean {
    return JSON.stringify(this.sets) === JSON.stringify(sets)
  }

  hasCode(code: PilotId): boolean {
    return this.#lastErasure(`code ${code}`) !== undefined
  }

  /** Returns true for a pilot whose document was erased, unless the pilot was registered later. */
  hasDocument(state: RiderDocument & Pick<Pilot, 'since'>): boolean {
    const at = this.#lastErasure(`document ${documentOf(state)}`)
    return at !== undefined && (state.since === undefined || state.since <= at)
  }

  /** Returns true for a rider who had something of an erased person, such as a document by mistake, and is another one. */
  isOther(code: PilotId): boolean {
    return this.#lastErasure(`other ${code}`) !== undefined
  }

  /** Returns true if a person with this document, or with this code, was erased. */
  isErased(document: RiderDocument, code?: PilotId): boolean {
    return this.erasedAt(document) !== undefined || (code !== undefined && this.hasCode(code))
  }

  /** Returns the time at which the person with a document was erased last: ISO 8601, UTC. */
  erasedAt(document: RiderDocument): string | undefined {
    return this.#lastErasure(`document ${documentOf(document)}`)
  }

  /** Returns a scan without an erased person, whose card may still be read, or was read by a phone without a connection. */
  anonymous(scan: JudgedScan): JudgedScan {
    if (this.isEmpty) return scan
    const code = readScanned(scan.scanned)
    const codes = [code, scan.pilot].filter((one) => one !== undefined)
    if (!codes.some((one) => this.hasCode(one))) return scan
    const { pilot: _pilot, status: _status, ...rest } = scan
    return { ...rest, scanned: '' }
  }

  /** Returns the sets with other ones. */
  with(others: readonly TombstoneSet[]): Tombstones {
    const all = new Map(this.sets.map((set) => [set.key, set]))
    for (const { key, stones } of others) {
      const times = new Map((all.get(key)?.stones ?? []).map((one) => [one.hash, one]))
      // A person can be erased again after a later registration.
      for (const one of stones) if (one.at > (times.get(one.hash)?.at ?? '')) times.set(one.hash, one)
      all.set(key, { key, stones: [...times.values()] })
    }
    return new Tombstones([...all.values()])
  }

  /** Returns the sets with the erasure of a person. The first set is that of the store itself. */
  withErasure(person: Pick<Person, 'codes' | 'documents' | 'others'>, at: string): Tombstones {
    const [own = { key: randomBytes(32).toString('base64url'), stones: [] }, ...others] = this.sets
    const key = Buffer.from(own.key, 'base64url')
    const texts = [
      ...Array.from(person.codes, (code) => `code ${code}`),
      ...Array.from(person.documents, (document) => `document ${document}`),
      ...Array.from(person.others, (code) => `other ${code}`),
    ]
    const stones = texts.map((text) => ({ hash: hashOf(key, text), at }))
    return new Tombstones([{ key: own.key, stones: own.stones }, ...others]).with([{ key: own.key, stones }])
  }

  /**
   * Returns the sets with what they lack of an erased person. The rest keeps its time: a
   * desk that learns of an erasure later must not erase who was registered again in between.
   */
  withRest(
    { codes, documents, others }: Pick<Person, 'codes' | 'documents' | 'others'>,
    at: string,
  ): Tombstones {
    const rest = {
      codes: new Set([...codes].filter((code) => !this.hasCode(code))),
      documents: documents.filter((one) => this.#lastErasure(`document ${one}`) === undefined),
      others: new Set([...others].filter((code) => !this.isOther(code))),
    }
    return this.withErasure(rest, at)
  }

  #lastErasure(text: string): string | undefined {
    const times = this.#sets.flatMap(({ key, times }) => times.get(hashOf(key, text)) ?? [])
    return times.sort().at(-1)
  }
}

function hashOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
