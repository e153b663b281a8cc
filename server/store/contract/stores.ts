/** The contracts of the stores of a data folder or a database, as a bundle. */
import type { AccountStore } from './account-store.ts'
import type { PairingStore } from './pairing-store.ts'
import type { PassageStore } from './passage-store.ts'
import type { PhotoStore } from './photo-store.ts'
import type { PilotStore } from './pilot-store.ts'
import type { SessionStore } from './session-store.ts'
import type { SettingsStore, WatchedSettings } from './settings-store.ts'

export interface Stores {
  pilots: PilotStore
  photos: PhotoStore
  accounts: AccountStore
  settings: SettingsStore
  passages: PassageStore
}

export interface OpenStores extends Stores {
  /** Descriptions of the repairs that were made on opening, in Spanish. */
  notes: readonly string[]
  /** Writes pending changes and releases the folder. A second call is no error. */
  close(): Promise<void>
}

/** The stores that a server can run on. */
export interface ServedStores extends OpenStores {
  sessions: SessionStore
  pairings: PairingStore
  settings: WatchedSettings
  /** Removes the photos that no pilot names and that are older than `before`, in milliseconds since 1970. */
  sweepPhotos(before: number): Promise<void>
  /** Counts the printed cards by their address. Omits the addresses of this data's own servers if they are known. */
  otherCards(): Promise<Map<string, number>>
}

/** The stores of a folder whose files this process has open. */
export interface LocalStores extends ServedStores {
  /** Returns a text that differs after every change of the pilots, the accounts or the passages. */
  version(): Promise<string>
}
