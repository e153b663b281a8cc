/** All the stores of a data folder or a database. */
import type { AccountStore } from './account-store.ts'
import type { PhotoStore } from './photo-store.ts'
import type { PilotStore } from './pilot-store.ts'
import type { SessionStore } from './session-store.ts'
import type { SettingsStore } from './settings-store.ts'
export interface Stores {
  pilots: PilotStore
  photos: PhotoStore
  accounts: AccountStore
  settings: SettingsStore
}

export interface OpenStores extends Stores {
  /** What was mended on opening, in Spanish. */
  notes: readonly string[]
  /** Writes what is to be written and lets go of the folder; a second time is no error. */
  close(): Promise<void>
}

/** A desk that a kiosk can be opened on. */
export interface ServedStores extends OpenStores {
  /** Who is signed in, where other kiosks are to know it too. */
  sessions?: SessionStore
  /** Removes the photos that no pilot names and that were there before `before`, in milliseconds since 1970. */
  sweepPhotos(before: number): Promise<void>
  /** How many printed cards carry each address, but for those of this data's kiosks, where they are known. */
  otherCards(): Promise<Map<string, number>>
}

/** A desk whose files this process itself has open. */
export interface LocalStores extends ServedStores {
  /** Another text after every change of the pilots or the accounts. */
  version(): Promise<string>
  /** Fills the search index, in small steps with room for other work in between. */
  prepareSearch(): Promise<void>
}
