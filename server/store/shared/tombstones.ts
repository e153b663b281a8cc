/** The tombstones of erased persons in memory: they recognize the codes and the documents of these persons. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Person, PersonSeeds } from '#domain/erasure/person'
import type { JudgedScan } from '#domain/gate/passage'
import { documentOf, type RiderDocument } from '#domain/pilot/document'
import type { PilotId } from '#domain/pilot/pilot-id'
import { readScanned } from '#domain/web/wire'
import type { TombstoneSet } from '../contract/erasure-store.ts'

interface KeyedStones {
  key: Buffer
  /** The times of the last erasures by their hashes. */
  times: ReadonlyMap<string, string>
}

export class Tombstones {
  #sets: KeyedStones[]

  constructor(readonly sets: readonly TombstoneSet[]) {
    this.#sets = sets
      .filter(({ stones }) => stones.length > 0)
      .map(({ key, stones }) => ({
        key: Buffer.from(key, 'base64url'),
        times: new Map(
          stones.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(({ hash, at }) => [hash, at]),
        ),
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

  /**
   * Returns seeds that find the erased persons in data that knows some erasures already. A code is never given again, but
   * a document can be: whoever has it in data that knows of its erasure was registered later, and is not erased. No clock
   * and no number of a change tells that, since each desk has its own.
   */
  seedsIn(known: readonly TombstoneSet[] = []): PersonSeeds {
    const fresh = this.#without(known)
    return {
      hasCode: (code) => this.hasCode(code),
      hasDocument: (state) => fresh.erasedAt(state) !== undefined,
      isOther: (code) => this.isOther(code),
    }
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

  /** Returns the sets with other ones. Each erasure of a person stays: the same person can be erased again later. */
  with(others: readonly TombstoneSet[]): Tombstones {
    const all = new Map(this.sets.map((set) => [set.key, set]))
    for (const { key, stones } of others) {
      const { stones: known = [] } = all.get(key) ?? {}
      all.set(key, {
        key,
        stones: [...new Map([...known, ...stones].map((one) => [keyOf(one), one])).values()],
      })
    }
    return new Tombstones([...all.values()])
  }

  /** Returns true if other data knows all of these erasures. */
  areKnownTo(known: readonly TombstoneSet[]): boolean {
    return this.#without(known).isEmpty
  }

  #without(known: readonly TombstoneSet[]): Tombstones {
    const byKey = new Map(known.map(({ key, stones }) => [key, new Set(stones.map(keyOf))]))
    return new Tombstones(
      this.sets.map(({ key, stones }) => ({
        key,
        stones: stones.filter((one) => !byKey.get(key)?.has(keyOf(one))),
      })),
    )
  }

  /** Returns the sets with the erasure of a person. The first set is that of the store itself. */
  withErasure({ codes, documents, others }: ErasedPerson, at: string): Tombstones {
    return this.#withTexts(
      [...codesOf({ codes, others }), ...Array.from(documents, (document) => `document ${document}`)],
      at,
    )
  }

  /**
   * Returns the sets with the codes that they lack of a person who was erased at another desk. The documents are those
   * of that desk, where somebody may have been registered with one of them since.
   */
  withCodes(person: Pick<ErasedPerson, 'codes' | 'others'>, at: string): Tombstones {
    return this.#withTexts(
      codesOf(person).filter((text) => this.#lastErasure(text) === undefined),
      at,
    )
  }

  #withTexts(texts: readonly string[], at: string): Tombstones {
    const [own = { key: randomBytes(32).toString('base64url'), stones: [] }] = this.sets
    const key = Buffer.from(own.key, 'base64url')
    const stones = texts.map((text) => ({ hash: hashOf(key, text), at }))
    return new Tombstones([own, ...this.sets.slice(1)]).with([{ key: own.key, stones }])
  }

  #lastErasure(text: string): string | undefined {
    const times = this.#sets.flatMap(({ key, times }) => times.get(hashOf(key, text)) ?? [])
    return times.sort().at(-1)
  }
}

type ErasedPerson = Pick<Person, 'codes' | 'documents' | 'others'>

function codesOf({ codes, others }: Pick<ErasedPerson, 'codes' | 'others'>): string[] {
  return [...Array.from(codes, (code) => `code ${code}`), ...Array.from(others, (code) => `other ${code}`)]
}

/** Returns a text that only this erasure of a code or a document has. */
function keyOf({ hash, at }: TombstoneSet['stones'][number]): string {
  return `${hash} ${at}`
}

function hashOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
