/** The erasures of any store: all stored data is written anew without the persons, and then the archives. */
import { isDeepStrictEqual } from 'node:util'
import { changedSettings, parseSettings, type StoredSettings } from '#domain/desk/settings'
import { joinedSets } from '#domain/desk/shared'
import { MachineError } from '#domain/errors'
import type { RiderIdentity, StoredDocument } from '#domain/pilots/document'
import type { LoggedChange } from '#domain/pilots/history/history'
import { requireChipsBack } from '#domain/pilots/history/removed'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { ErasureReport } from '#domain/privacy/calls'
import { erasureOf, mappingWithoutPerson, type Rewriting } from '#domain/privacy/erasure'
import { nothingErased } from '#domain/privacy/erasure-report'
import {
  type FoundPerson,
  foundPerson,
  type Person,
  type PersonSeeds,
  type PersonSources,
  personIn,
  personsWith,
  seedsOf,
} from '#domain/privacy/person'
import { decideForget, type ForgetOrder, forgettingOf } from '#domain/privacy/retention'
import { createMutex } from '../../workers/turns.ts'
import type { Applications } from '../documents/applications.ts'
import type { AllSettings } from '../documents/settings.ts'
import type { Frozen } from './log.ts'
import type { Store } from './store.ts'
import { type TombstoneSet, type Tombstones, tombstoneValues } from './tombstones.ts'

/** The backups of a laptop, which are rewritten as the data is. */
export interface Archives {
  /** Takes the erased persons from the archives. `last` is the last erasure, with the tombstones before it. */
  erase(stones: Tombstones, last?: LastErasure): Promise<RewrittenArchives>

  /** Rewrites what the archives have of the persons whom the seeds find. */
  rewrite(seeds: PersonSeeds, rewritingOf: (person: Person) => Rewriting): Promise<unknown>

  /** Runs other work while no backup is made or rewritten. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface LastErasure {
  before: Tombstones
  seeds: PersonSeeds
}

export interface RewrittenArchives {
  /** The number of archives that are new. */
  backups: number
  /** The names of files that cannot be read. */
  unread: string[]
}

type Sources = PersonSources & { log: LoggedChange[] }

/** The persons of an erasure, and the tombstones afterwards. */
interface DecidedErasure {
  person: Person
  stones: Tombstones
  /** They find the person in the archives. Absent if only the tombstones do. */
  seeds?: PersonSeeds
}

export class Erasures {
  #runExclusive = createMutex()
  #listeners = new Set<() => Promise<void>>()
  /** The tombstones that this process obeys, if another process can bring others: see `obey`. */
  #obeyed: Tombstones | undefined

  constructor(
    private readonly store: Store,
    private readonly archives: Archives,
    private readonly settings: Pick<AllSettings, 'check'>,
    private readonly applications: Pick<Applications, 'forget'>,
  ) {}

  /** Does for this laptop what an erasure of another one leaves: its archives, and what listeners hold. */
  async obey(stones: Tombstones, report: (error: Error) => void = () => {}): Promise<void> {
    const obeyed = this.#obeyed
    if (stones === obeyed) return
    this.#obeyed = stones
    if (obeyed?.equals(stones)) return
    if (obeyed) await this.#tellListeners()
    // Nothing else waits for the archives, which can take minutes.
    this.#runExclusive(() => this.archives.erase(stones)).catch(report)
  }

  /**
   * Finds a person to erase by a code or a document, also one who was removed. @throws NotFoundError, PilotosError: see
   * `requireChipsBack`
   */
  async find(text: string): Promise<FoundPerson> {
    const person = foundPerson(text, await this.#sources())
    const pilot = this.store.state.pilots.byId(person.code)
    if (pilot) requireChipsBack(pilot)
    return person
  }

  /**
   * Erases the persons with these codes, for ever. `by` is the author: see `roles.ts`.
   * @throws NotFoundError if nobody ever had one of the codes, MachineError
   */
  erase(codes: readonly PilotId[], by?: string): Promise<ErasureReport> {
    return this.#runExclusive(() =>
      this.#erase((sources, stones) => {
        const person = personsWith(codes, sources)
        return { person, stones: stones.withErasure(person, now()), seeds: seedsOf(person) }
      }, by),
    )
  }

  /** Returns the time at which the person with a document and a birth date was erased last: ISO 8601, UTC. */
  async erasedAt(rider: StoredDocument & Partial<RiderIdentity>): Promise<string | undefined> {
    return (await this.#stones()).erasedAt(rider)
  }

  /** Returns the tombstones of this store, and those of other desks. */
  async list(): Promise<TombstoneSet[]> {
    return [...(await this.#stones()).sets]
  }

  /**
   * Adds tombstones of other desks, and erases the persons of this store whom the new ones name. A tombstone that this
   * store knows erases nobody who was registered since. The archives stay as they are. @throws MachineError
   */
  add(sets: readonly TombstoneSet[], by?: string): Promise<ErasureReport> {
    return this.#runExclusive(async () => {
      const known = await this.#stones()
      const all = known.withOthers(sets)
      if (all.areKnownTo(known.sets)) return nothingErased
      await all.seedsFor(await this.#sources(), known.sets)
      return this.#erase((sources, stones) => {
        const all = stones.withOthers(sets)
        const person = personIn(sources, all.seedsIn(stones.sets))
        return { person, stones: all.withCodes(person, now()) }
      }, by)
    })
  }

  /** Replaces the tombstones of other desks, and erases nobody. @throws MachineError */
  replaceOthers(sets: readonly TombstoneSet[]): Promise<void> {
    return this.#runExclusive(async () => {
      await this.store.rewrite('erasing', async () => {
        const { stones } = this.store.state
        const set = tombstoneValues(stones.sets, stones.withOnlyOthers(sets).sets)
        return { ...(set && { change: { set } }), result: undefined }
      })
    })
  }

  /**
   * Empties a group of fields of pilots in one change, in all states that they ever had and in the archives, and resolves
   * to the identifiers of those who had a value: see `decideForget`. A pilot who does not exist is left out.
   * @throws MachineError
   */
  forget(order: ForgetOrder, by?: string): Promise<PilotId[]> {
    // A backup that is made meanwhile has the values too, and waits.
    return this.#runExclusive(() => this.archives.alone(() => this.#forget(order, by)))
  }

  async #forget(order: ForgetOrder, by?: string): Promise<PilotId[]> {
    const sources = await this.#sources()
    const decide = () => decideForget(order, (id) => this.store.state.pilots.byId(id), by)
    const { put } = decide()
    if (put.length === 0) return []
    const seeds = seedsOf(
      personsWith(
        put.map(({ id }) => id),
        sources,
      ),
    )
    // If this stops in the middle, the values are still in the data, and due.
    await this.archives.rewrite(seeds, (person) => forgettingOf(person, order, sources))
    const { result } = await this.store.rewrite('erasing', async (frozen) => {
      const change = decide()
      const result = change.put.map(({ id }) => id)
      if (result.length === 0) return { result }
      const known = await this.#frozenSources(frozen)
      return { rewriting: forgettingOf(personsWith(result, known), order, known), change, result }
    })
    return result
  }

  /** Calls `listener` after an erasure, and waits for it. Returns a function that unsubscribes it. */
  subscribe(listener: () => Promise<void>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for the erasure that has begun, with its archives. */
  async finished(): Promise<void> {
    await this.#runExclusive(async () => {})
  }

  /** `decide` may be called several times. */
  async #erase(
    decide: (sources: Sources, stones: Tombstones) => DecidedErasure,
    by?: string,
  ): Promise<ErasureReport> {
    // If this stops in the middle, the person is still there, and the erasure is repeated.
    await this.applications.forget(decide(await this.#sources(), await this.#stones()).person)
    const { result, photos, passages, removed } = await this.store.rewrite('erasing', async (frozen) => {
      const before = this.store.state.stones
      const decided = decide(await this.#frozenSources(frozen), before)
      const { person, stones } = decided
      const rewriting = erasureOf(person)
      const { shared } = this.store.state
      const events = rewriting.events(shared.settings.events ?? {})
      const set = joinedSets(shared.changedBy({ events }), tombstoneValues(before.sets, stones.sets))
      const isAny = person.count > 0
      return {
        ...(isAny && { rewriting }),
        ...((isAny || set) && {
          change: { by, ...(isAny && { erased: person.count }), set },
        }),
        settings: (stored) => withoutMentions(stored, person),
        result: { ...decided, before },
      }
    })
    const { person, stones, seeds, before } = result
    // Some applications may have come meanwhile. What fails here keeps no archive from being rewritten.
    const finishing = Promise.allSettled([
      this.applications.forget(person),
      this.settings.check().then(() => this.#tellListeners()),
    ])
    const rewritten = await this.archives.erase(stones, seeds && { before, seeds })
    for (const one of await finishing)
      if (one.status === 'rejected') throw new MachineError(unfinished, one.reason)
    return { photos, passages, removed, ...rewritten, persons: person.count }
  }

  async #tellListeners(): Promise<void> {
    await Promise.all(Array.from(this.#listeners, (listener) => listener()))
  }

  async #stones(): Promise<Tombstones> {
    return (await this.store.current()).stones
  }

  async #sources(): Promise<Sources> {
    const { pilots } = await this.store.current()
    return { log: await this.store.history(), revoked: pilots.revocations(), pilots: pilots.all() }
  }

  async #frozenSources({ readLog }: Frozen): Promise<Sources> {
    const { pilots } = this.store.state
    return { log: await readLog(), revoked: pilots.revocations(), pilots: pilots.all() }
  }
}

/** Returns the settings of a laptop without the mappings of imports, or their parts, that name a person. Undefined if none does. */
function withoutMentions(stored: StoredSettings, person: Person): StoredSettings | undefined {
  const { mappings } = parseSettings(stored)
  if (!mappings || person.codes.size === 0) return undefined
  const kept = Object.entries(mappings).filter(([key]) => !person.isMentionedIn(key))
  const pruned = Object.fromEntries(kept.map(([key, one]) => [key, mappingWithoutPerson(one, person)]))
  return isDeepStrictEqual(pruned, mappings) ? undefined : changedSettings(stored, { mappings: pruned })
}

const unfinished =
  'La persona ya no está en los datos, pero puede quedar una solicitud suya en Por aprobar: si la ve allí, recházela'

function now(): string {
  return new Date().toISOString()
}

export type ErasureStore = Pick<Erasures, keyof Erasures>
