/** The contract of the store of pairings. Every server of a database can pair a phone with a code of any of them. */
import type { Pairing } from '#domain/gate/pairing'

export interface PairingStore {
  /** Stores a pairing, and forgets those that expired a day before. */
  add(pairing: Pairing): Promise<void>

  find(hash: string): Promise<Pairing | undefined>

  /** Stores the account of the phone. Resolves to false if there is no such pairing or another phone has used it. */
  use(hash: string, account: string): Promise<boolean>

  /** Removes a pairing that no phone has used. */
  remove(hash: string): Promise<void>
}

/** The time for which an expired pairing is kept, in milliseconds, so that its phone can be told why it is refused. */
export const keptPairing = 24 * 60 * 60_000
