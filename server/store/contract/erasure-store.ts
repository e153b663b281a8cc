/** The contract of the erasures: a person is erased for ever, and only hashes of the codes and the documents remain. */

import type { FoundPerson } from '#domain/erasure/found-person'
import type { ErasureReport } from '#domain/erasure/report'
import type { RiderDocument, RiderIdentity } from '#domain/pilot/document'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { ForgetOrder } from '#domain/retention/retention'
import { isMoment } from '#domain/text/date'
import { isObject } from '#domain/text/text'

/**
 * The text of a tombstone: a code, whose hash is fast, since nobody guesses 60 random bits; a document with the birth date,
 * whose hash is slow; or the fast hash of either, as earlier versions stored it, in a slow one.
 */
const stoneKinds = ['code', 'rider', 'wrapped'] as const
export type StoneKind = (typeof stoneKinds)[number]

/** The remains of an erased person. */
interface Tombstone {
  /** The hash in base64url. */
  hash: string
  /** Absent from the fast hashes of earlier versions: see `withKinds`. */
  kind?: StoneKind
  /** The time of the erasure: ISO 8601, UTC. It tells the erasures of a person from each other, and puts nothing in order. */
  at: string
}

/** The tombstones that one store made. The key, in base64url, is no secret: it is in every backup too. */
export interface TombstoneSet {
  key: string
  stones: readonly Tombstone[]
}

export interface ErasureStore {
  /** Finds a person by a code or a document, also one who was removed. @throws NotFoundError */
  find(text: string): Promise<FoundPerson>

  /**
   * Erases the persons with these codes, for ever. `by` is the author: see `author.ts`.
   * @throws NotFoundError if nobody ever had one of the codes, MachineError
   */
  erase(codes: readonly PilotId[], by?: string): Promise<ErasureReport>

  /**
   * Returns the time at which the person with a document and a birth date was erased last: ISO 8601, UTC. The document
   * alone finds those who were erased with an earlier version.
   */
  erasedAt(rider: RiderDocument & Partial<RiderIdentity>): Promise<string | undefined>

  /** Returns the tombstones of this store, and those of other desks. */
  list(): Promise<TombstoneSet[]>

  /**
   * Adds tombstones of other desks, and erases the persons of this store whom the new ones name. A tombstone that this
   * store knows erases nobody who was registered since. The archives stay as they are. @throws MachineError
   */
  add(sets: readonly TombstoneSet[], by?: string): Promise<ErasureReport>

  /** Replaces the tombstones of other desks, and erases nobody. @throws MachineError */
  replaceOthers(sets: readonly TombstoneSet[]): Promise<void>

  /**
   * Empties a group of fields of pilots in one change, in all states that they ever had and in the archives, and resolves
   * to the identifiers of those who had a value: see `decideForget`. A pilot who does not exist is left out.
   * @throws MachineError
   */
  forget(order: ForgetOrder, by?: string): Promise<PilotId[]>

  /** Calls `listener` after an erasure, and waits for it. Returns a function that unsubscribes it. */
  subscribe(listener: () => Promise<void>): () => void
}

export function areTombstones(value: unknown): value is TombstoneSet[] {
  return (
    Array.isArray(value) &&
    value.every(
      (set) =>
        isObject(set) &&
        typeof set.key === 'string' &&
        Array.isArray(set.stones) &&
        set.stones.every(
          (one) =>
            isObject(one) &&
            typeof one.hash === 'string' &&
            isMoment(one.at) &&
            (one.kind === undefined || (stoneKinds as readonly unknown[]).includes(one.kind)),
        ),
    )
  )
}
