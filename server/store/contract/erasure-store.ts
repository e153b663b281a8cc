/** The contract of the erasures: a person is erased for ever, and only a keyed hash of each code and document remains. */

import type { FoundPerson } from '#domain/erasure/found-person'
import type { ErasureReport } from '#domain/erasure/report'
import type { RiderDocument } from '#domain/pilot/document'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { ForgetOrder } from '#domain/retention/retention'
import { isMoment } from '#domain/text/date'
import { isObject } from '#domain/text/text'

/** The remains of an erased person: the hash of a code or of a document. */
interface Tombstone {
  /** HMAC-SHA-256 in base64url. */
  hash: string
  /** The time of the erasure: ISO 8601, UTC. It tells the erasures of a document from each other, and puts nothing in order. */
  at: string
}

/** The tombstones that one store made, with its random key in base64url. */
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

  /** Returns the time at which the person with a document was erased last: ISO 8601, UTC. */
  erasedAt(document: RiderDocument): Promise<string | undefined>

  /** Returns the tombstones of this store, and those of other desks. */
  list(): Promise<TombstoneSet[]>

  /**
   * Adds tombstones of other desks, and erases the persons of this store whom the new ones name. A tombstone that this
   * store knows erases nobody who was registered since. @throws MachineError
   */
  add(sets: readonly TombstoneSet[], by?: string): Promise<ErasureReport>

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
        set.stones.every((one) => isObject(one) && typeof one.hash === 'string' && isMoment(one.at)),
    )
  )
}
