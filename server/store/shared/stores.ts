/** The stores of a data folder or a database, as a bundle, and the photos, which are stored before the pilots that name them. */
import { PilotosError } from '#domain/errors'
import type { LogEntry } from '#domain/gate/log-entry'
import { type LoggedChange, wholeLog } from '#domain/pilots/history/history'
import type { PhotoName, Pilot } from '#domain/pilots/pilot'
import type { AccountStore, PairingStore } from '../documents/accounts.ts'
import type { ApplicationStore } from '../documents/applications.ts'
import type { SessionStore } from '../documents/sessions.ts'
import type { SettingsStore, WatchedSettings } from '../documents/settings.ts'
import type { ErasureStore } from './erasures.ts'
import type { MergeStore } from './merges.ts'
import { type PassageStore, passagePages } from './passages.ts'
import type { PilotStore } from './pilots.ts'

export interface Stores {
  pilots: PilotStore
  photos: PhotoStore
  accounts: AccountStore
  settings: SettingsStore
  passages: PassageStore
  merges: MergeStore
  erasures: ErasureStore
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
  applications: ApplicationStore
  settings: WatchedSettings
  /** Those of `notes` that are about documents which were damaged or missing. */
  damage: readonly string[]
  /** Removes the photos that no pilot names and that are older than `before`, in milliseconds since 1970. */
  sweepPhotos(before: number): Promise<void>
  /** Counts the printed cards by their address. Omits the addresses of this data's own servers if they are known. */
  otherCards(): Promise<Map<string, number>>
}

/** The stores of a folder whose files this process has open. */
export interface LocalStores extends ServedStores {
  /** Returns a text that differs after every change of the pilots, the accounts or the passages. */
  version(): Promise<string>

  /** Notes in the log which documents there are, so that one that is missing later is told. */
  noteDocuments(): Promise<void>
}

/** Photos, as JPEG files or as rows of a database. */
export interface PhotoStore {
  /** Stores a JPEG from `preparePhoto` under a new name, or under `name`, which a backup gives. */
  save(jpeg: Buffer, name?: PhotoName): Promise<PhotoName>

  /** Reads the JPEG. @throws NotFoundError */
  read(name: PhotoName): Promise<Buffer>

  /** Removes a photo. Does nothing if there is no photo with this name. */
  remove(name: PhotoName): Promise<void>

  /** Sets the age of a photo to zero, so that `sweepPhotos` keeps it for as long as a new photo. */
  touch(name: PhotoName): Promise<void>
}

/** Returns a pilot's photo, or undefined if it was replaced in the meantime or never existed. @throws MachineError */
export async function photoIfThere(
  { photos }: { photos: PhotoStore },
  { photo }: Pilot,
): Promise<Buffer | undefined> {
  try {
    return photo ? await photos.read(photo) : undefined
  } catch (error) {
    if (error instanceof PilotosError && error.kind === 'not-found') return undefined
    throw error
  }
}

/** Stores a photo before the change that names it, and removes the photo if the change is refused. */
export async function withSavedPhoto<Result>(
  photos: PhotoStore,
  jpeg: Buffer,
  change: (name: PhotoName) => Promise<Result>,
): Promise<Result> {
  const name = await photos.save(jpeg)
  try {
    return await change(name)
  } catch (error) {
    // After a machine failure it is unknown if the change is on the disk, so that the photo stays. The sweep removes
    // it later if no pilot names it.
    const isRefused = error instanceof PilotosError && !['machine', 'unavailable'].includes(error.kind)
    if (isRefused) await photos.remove(name).catch(() => {})
    throw error
  }
}

/** Reads the whole log of passages. */
export async function readLog({ passages }: Pick<Stores, 'passages'>): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for await (const page of passagePages((after) => passages.log(after))) entries.push(...page)
  return entries
}

/** Reads the whole history. */
export function readChangeLog(pilots: Pick<PilotStore, 'changeLog'>): Promise<LoggedChange[]> {
  return wholeLog((after) => pilots.changeLog(after))
}
