/** The tombstones of erased persons in memory: they recognize the codes, and the documents with the birth dates. */
import { createHash, createHmac, randomBytes, scrypt, scryptSync } from 'node:crypto'
import { promisify } from 'node:util'
import { readScanned } from '#domain/credential/scanned'
import { joinedSets, keyOf, namesIn } from '#domain/desk/shared'
import type { ReceivedScan } from '#domain/gate/passage'
import type { SetValues } from '#domain/pilots/change'
import { identityOf, type RiderIdentity, type StoredDocument } from '#domain/pilots/document'
import { identitiesOf } from '#domain/pilots/documents/document-key'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { Person, PersonSeeds, PersonSources } from '#domain/privacy/person'
import { hasShape, type Shaped } from '#domain/stored/checks'
import { parseJson } from '#domain/text/text'

/** The tombstones that one store made. */
export type TombstoneSet = Shaped<'tombstones'>[number]
type Tombstone = TombstoneSet['stones'][number]
type StoneKind = Tombstone['kind']

/** The tombstones of one store, by kind: the times of the last erasures by their hashes. */
interface KeyedStones extends Record<StoneKind, ReadonlyMap<string, string>> {
  key: Buffer
}

export class Tombstones {
  #sets: KeyedStones[]

  constructor(
    readonly sets: readonly TombstoneSet[],
    private readonly hashes = sharedHashes,
  ) {
    this.#sets = sets
      .filter(({ stones }) => stones.length > 0)
      .map(({ key, stones }) => {
        const sorted = stones.toSorted((one, other) => (one.at < other.at ? -1 : 1))
        const timesOf = (kind: StoneKind) =>
          new Map(sorted.filter((one) => one.kind === kind).map(({ hash, at }) => [hash, at]))
        return { key: Buffer.from(key, 'base64url'), code: timesOf('code'), rider: timesOf('rider') }
      })
  }

  get isEmpty(): boolean {
    return this.#sets.length === 0
  }

  equals({ sets }: Pick<Tombstones, 'sets'>): boolean {
    return JSON.stringify(this.sets) === JSON.stringify(sets)
  }

  hasCode(code: PilotId): boolean {
    return this.#hasFast(`code ${code}`)
  }

  /** Returns true for a rider who had something of an erased person, such as a document by mistake, and is another one. */
  isOther(code: PilotId): boolean {
    return this.#hasFast(`other ${code}`)
  }

  /** Returns true if a person with this document and birth date, or with this code, was erased. */
  isErased(rider: StoredDocument & Partial<RiderIdentity>, code?: PilotId): boolean {
    return this.erasedAt(rider) !== undefined || (code !== undefined && this.hasCode(code))
  }

  /** Returns the time at which the person with a document and a birth date was erased last: ISO 8601, UTC. */
  erasedAt(state: StoredDocument & Partial<RiderIdentity>): string | undefined {
    if (!this.#hasRiders) return undefined
    const hashes = identitiesOf(state).map((one) => this.hashes.of(one))
    return this.#sets
      .flatMap((set) => hashes.flatMap((hash) => set.rider.get(hash) ?? []))
      .sort()
      .at(-1)
  }

  /** Computes in the background what questions about these riders need. */
  async prepare(riders: Iterable<RiderIdentity>): Promise<void> {
    await this.hashes.prepare(this.#hasRiders ? [...riders].flatMap(identitiesOf) : [])
  }

  /**
   * Returns seeds that find the erased persons in data that knows some erasures already. The code of a person is never
   * given again, but somebody can be registered again: whoever is in data that knows of the erasure was registered later,
   * and is not erased. No clock and no number of a change tells that, since each desk has its own.
   */
  seedsIn(known: readonly TombstoneSet[] = []): PersonSeeds {
    const fresh = this.#without(known)
    return {
      hasCode: (code) => this.#hasFast(`code ${code}`) || fresh.hasCode(code),
      hasDocument: (state) => fresh.erasedAt(state) !== undefined,
      isOther: (code) => this.#hasFast(`other ${code}`) || fresh.isOther(code),
    }
  }

  /** Returns the same seeds, and computes in the background what they need for these sources. */
  async seedsFor(
    { log, pilots }: Pick<PersonSources, 'log' | 'pilots'>,
    known: readonly TombstoneSet[] = [],
  ): Promise<PersonSeeds> {
    const states = [...log].flatMap(({ change }) => change.put ?? []).concat(pilots)
    await this.#without(known).prepare(states.filter(isIdentified))
    return this.seedsIn(known)
  }

  /** Returns a scan without an erased person, whose card may still be read, or was read by a phone without a connection. */
  anonymous(scan: ReceivedScan): ReceivedScan {
    if (this.isEmpty) return scan
    const code = readScanned(scan.scanned)
    const codes = [code, scan.pilot].filter((one) => one !== undefined)
    if (!codes.some((one) => this.hasCode(one))) return scan
    const { pilot: _pilot, status: _status, revocation: _revocation, ...rest } = scan
    return { ...rest, scanned: '' }
  }

  /** Returns the sets with other ones. Each erasure of a person stays: the same person can be erased again later. */
  with(others: readonly TombstoneSet[]): Tombstones {
    const all = new Map(this.sets.map((set) => [set.key, set]))
    for (const { key, stones } of others) {
      const { stones: known = [] } = all.get(key) ?? {}
      all.set(key, {
        key,
        stones: [...new Map([...known, ...stones].map((one) => [stoneKey(one), one])).values()],
      })
    }
    return new Tombstones([...all.values()], this.hashes)
  }

  /** Returns the sets with those of other desks. Nobody else adds to the set of the store itself, which is the first. */
  withOthers(others: readonly TombstoneSet[]): Tombstones {
    const own = this.#ownSet
    return new Tombstones([own, ...this.sets.slice(1)], this.hashes).with(
      others.filter(({ key }) => key !== own.key),
    )
  }

  /** Returns the own set with other sets of other desks than before. */
  withOnlyOthers(others: readonly TombstoneSet[]): Tombstones {
    return new Tombstones([this.#ownSet], this.hashes).withOthers(others)
  }

  /** Returns the erasures of the store itself. */
  get own(): Tombstones {
    return new Tombstones(this.sets.slice(0, 1), this.hashes)
  }

  /** Returns true if other data knows all of these erasures. */
  areKnownTo(known: readonly TombstoneSet[]): boolean {
    return this.#without(known).isEmpty
  }

  #without(known: readonly TombstoneSet[]): Tombstones {
    const byKey = new Map(known.map(({ key, stones }) => [key, new Set(stones.map(stoneKey))]))
    return new Tombstones(
      this.sets.map(({ key, stones }) => ({
        key,
        stones: stones.filter((one) => !byKey.get(key)?.has(stoneKey(one))),
      })),
      this.hashes,
    )
  }

  /** Returns the sets with the erasure of a person. The first set is that of the store itself. */
  withErasure(person: ErasedPerson, at: string): Tombstones {
    return this.#with(codesOf(person), person.identities, at)
  }

  /**
   * Returns the sets with the codes that they lack of a person who was erased at another desk. The documents are those
   * of that desk, where somebody may have been registered with one of them since. They are no erasure of this store: the
   * last set, which is of another desk, gets them.
   */
  withCodes(person: Pick<ErasedPerson, 'codes' | 'others'>, at: string): Tombstones {
    const codes = codesOf(person).filter((text) => !this.#hasFast(text))
    return this.#with(codes, [], at, this.sets.at(-1))
  }

  #with(
    codes: Iterable<string>,
    identities: Iterable<string>,
    at: string,
    { key }: TombstoneSet = this.#ownSet,
  ): Tombstones {
    const bytes = Buffer.from(key, 'base64url')
    const stones = [
      ...Array.from(codes, (text) => ({ hash: fastHash(bytes, text), at, kind: 'code' as const })),
      ...Array.from(identities, (one) => ({ hash: this.hashes.of(one), at, kind: 'rider' as const })),
    ]
    return this.with([{ key, stones }])
  }

  /** The first set, or a new one. */
  get #ownSet(): TombstoneSet {
    return this.sets[0] ?? { key: randomBytes(32).toString('base64url'), stones: [] }
  }

  get #hasRiders(): boolean {
    return this.#sets.some(({ rider }) => rider.size > 0)
  }

  #hasFast(text: string): boolean {
    return this.#sets.some(({ key, code }) => code.size > 0 && code.has(fastHash(key, text)))
  }
}

/** Returns true for a rider with a document and a birth date: an incomplete one may lack them. */
function isIdentified(pilot: Pilot): pilot is Pilot & RiderIdentity {
  return identityOf(pilot) !== undefined
}

type ErasedPerson = Pick<Person, 'codes' | 'identities' | 'others'>

function codesOf({ codes, others }: Pick<ErasedPerson, 'codes' | 'others'>): string[] {
  return [...Array.from(codes, (code) => `code ${code}`), ...Array.from(others, (code) => `other ${code}`)]
}

/** Returns a text that only this erasure of a code or a rider has. */
function stoneKey({ hash, at }: TombstoneSet['stones'][number]): string {
  return `${hash} ${at}`
}

function fastHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/**
 * The shared value with the key of the store's own set. Each tombstone is a value after it: its key has the key of its set,
 * its hash and its time, and the value is its kind.
 */
const ownKey = '/erased'

/** Returns true for a key of a shared value with a tombstone, or with the key of the own set. */
export function isOfTombstone(key: string): boolean {
  return key === ownKey || key.startsWith(`${ownKey}/`)
}

/** Returns the tombstones of shared values. The first set is that of the store itself. */
export function tombstonesIn(values: ReadonlyMap<string, unknown>): TombstoneSet[] {
  const own = values.get(ownKey)
  const sets = new Map<string, Tombstone[]>(typeof own === 'string' ? [[own, []]] : [])
  for (const [name, kind] of values) {
    if (name === ownKey || !isOfTombstone(name)) continue
    const [, key = '', remains = ''] = namesIn(name)
    const [hash = '', at = ''] = remains.split(' ')
    const found: unknown = [{ key, stones: [{ hash, at, kind }] }]
    if (!hasShape('tombstones', found)) continue
    if (!sets.has(key)) sets.set(key, [])
    sets.get(key)?.push(...found.flatMap(({ stones }) => stones))
  }
  return Array.from(sets, ([key, stones]) => ({ key, stones }))
}

/** Returns the shared values that make of these sets others. Undefined if none differs. */
export function tombstoneValues(
  before: readonly TombstoneSet[],
  after: readonly TombstoneSet[],
): SetValues | undefined {
  const [stored, values] = [valuesOf(before), valuesOf(after)]
  const changed = [...values].filter(([key, value]) => stored.get(key) !== value)
  const gone = [...stored.keys()].filter((key) => !values.has(key)).map((key) => [key, null] as const)
  return joinedSets(Object.fromEntries([...changed, ...gone]))
}

function valuesOf(sets: readonly TombstoneSet[]): Map<string, string> {
  const [own] = sets
  const values = new Map(own && [[ownKey, own.key]])
  for (const { key, stones } of sets)
    for (const one of stones) values.set(`${ownKey}${keyOf([key, stoneKey(one)])}`, one.kind)
  return values
}

/** Returns the shared values that add other sets to those in `values`. Undefined if all are there. */
export function tombstonesAdded(
  values: ReadonlyMap<string, unknown>,
  others: readonly TombstoneSet[],
): SetValues | undefined {
  const before = tombstonesIn(values)
  return tombstoneValues(before, new Tombstones(before).with(others).sets)
}

/** Parses the tombstones of version 1.0.0. Returns undefined if they are damaged. */
export function parseTombstones(text: string): TombstoneSet[] | undefined {
  const sets = parseJson(text)
  return hasShape('tombstones', sets) ? sets : undefined
}

/** Says in Spanish what can happen if the tombstones of version 1.0.0 cannot be read, and what to do. */
export const lostTombstones =
  'Una copia o una unión de antes puede traer de vuelta a quienes se borraron para siempre: si tiene el archivo, devuélvalo'

/** The cost of one hash: 512 KB of memory, and about 0.8 ms of a core. See the decision 0050. */
const cost = { N: 512, r: 8, p: 1 }
const salt = 'PilotOS: an erased person'
const hashBytes = 24

/** The hashes that are computed at once. The threads that compute them read and write all files too. */
const atOnce = 2

/** The most hashes in memory before others are prepared. Each takes about 200 bytes. */
const mostKept = 100_000

const compute = promisify<string, string, number, typeof cost, Buffer>(scrypt)

/** Computes slow hashes, and keeps those that will be asked for again. */
export class SlowHashes {
  /** The hashes, by fast ones of their texts. */
  #known = new Map<string, string>()

  /** Returns the hash of a text. Unless it is prepared, nothing else runs meanwhile. */
  of(text: string): string {
    const name = nameOf(text)
    return this.#known.get(name) ?? this.#keep(name, scryptSync(text, salt, hashBytes, cost))
  }

  /** Computes the hashes of texts, while other work goes on. */
  async prepare(texts: Iterable<string>): Promise<void> {
    if (this.#known.size > mostKept) this.#known.clear()
    // All loops take from one iterator.
    const waiting = new Set(texts).values()
    const work = async () => {
      for (const text of waiting) {
        const name = nameOf(text)
        if (!this.#known.has(name)) this.#keep(name, await compute(text, salt, hashBytes, cost))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  #keep(name: string, hash: Buffer): string {
    const text = hash.toString('base64url')
    this.#known.set(name, text)
    return text
  }
}

/** Returns a name under which a hash is kept, so that no text stays in memory. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The hashes of all tombstones of this process: a preview, the import after it and all archives ask for the same ones. */
const sharedHashes = new SlowHashes()
