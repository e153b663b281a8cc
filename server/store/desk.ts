/**
 * All that a data folder or a database holds, opened: a folder by its files or, while a kiosk runs on them, through
 * that kiosk; a database by whoever asks, since it has room for all.
 */
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MachineError } from '#domain/errors'
import type { Pilot } from '#domain/pilot'
import { type AccountStore, openAccountFile } from './account-store.ts'
import { makeFolder, stamp } from './atomic-file.ts'
import { isDatabase } from './data-address.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { type JournaledStore, openStore, type StoreOptions } from './journaled-store.ts'
import { findKiosk, type Kiosk } from './kiosk-file.ts'
import { openPhotoFolder, type PhotoStore } from './photo-store.ts'
import type { PilotStore } from './pilot-store.ts'
import { connectDesk } from './remote-desk.ts'
import { readState } from './saved-state.ts'
import type { SessionStore } from './session-store.ts'
import { openSettingsFile, type SettingsStore } from './settings-store.ts'

export interface Desk {
  pilots: PilotStore
  photos: PhotoStore
  accounts: AccountStore
  settings: SettingsStore
}

export interface OpenDesk extends Desk {
  /** What was mended on opening, in Spanish. */
  notes: readonly string[]
  /** Writes what is to be written and lets go of the folder; a second time is no error. */
  close(): Promise<void>
}

/** A desk that a kiosk can be opened on. */
export interface ServedDesk extends OpenDesk {
  /** Who is signed in, where other kiosks are to know it too. */
  sessions?: SessionStore
  /** Removes the photos that no pilot names and that were there before `before`, in milliseconds since 1970. */
  sweepPhotos(before: number): Promise<void>
  /** How many printed cards carry each address, but for those of this data's kiosks, where they are known. */
  otherCards(): Promise<Map<string, number>>
}

/** A desk whose files this process itself has open. */
export interface LocalDesk extends ServedDesk {
  pilots: JournaledStore
  /** Another text after every change of the pilots or the accounts. */
  version(): Promise<string>
}

interface Opening {
  /** Moves data that cannot be read out of the way, and opens an empty folder: for a restore. */
  setDamageAside?: boolean
  /** Is called once, where another program has the folder and this one waits for it. */
  onWait?: () => void
}

/** `data` names a folder, or a database. @throws MachineError where it cannot be used, or its data is damaged */
export async function openDesk(data: string, opening: Opening = {}): Promise<OpenDesk> {
  if (isDatabase(data)) return (await import('./postgres/desk.ts')).openDatabase(data)
  const opened = await openOr(data, { ...opening, leaveJournal: true })
  return 'url' in opened ? connectDesk(opened) : opened
}

/**
 * Opens the files themselves, which one process at a time may do: waits for a command, but not for a kiosk.
 * @throws MachineError
 */
export async function openFolder(folder: string, options: StoreOptions & Opening = {}): Promise<LocalDesk> {
  const opened = await openOr(folder, options)
  if ('url' in opened) throw new MachineError(`Ya hay un kiosco abierto con esta carpeta, en ${opened.url}`)
  return opened
}

const retryMilliseconds = 40
const sayAfter = 1000
const giveUpAfter = 60_000

/** The files where nobody has them, or the kiosk that does; while a command has them, waits. */
async function openOr(
  folder: string,
  { onWait, ...options }: StoreOptions & Opening,
): Promise<LocalDesk | Kiosk> {
  await makeFolder(folder)
  const start = Date.now()
  let hasSaid = false
  for (;;) {
    const opened = await openLockedOrKiosk(folder, options)
    if (opened) return opened
    const waited = Date.now() - start
    if (waited > giveUpAfter) {
      throw new MachineError(
        `Otro programa tiene los datos de ${folder} y no responde: ciérrelo y repita la orden`,
      )
    }
    if (waited > sayAfter && !hasSaid) onWait?.()
    hasSaid ||= waited > sayAfter
    await delay(retryMilliseconds)
  }
}

/** The kiosk is asked even where nobody holds the lock: its file may have been deleted under the kiosk. */
async function openLockedOrKiosk(
  folder: string,
  options: StoreOptions & Opening,
): Promise<LocalDesk | Kiosk | undefined> {
  const lock = await lockFolder(folder)
  const kiosk = await findKiosk(folder)
  if (!lock || !kiosk) return lock ? openFiles(folder, lock, options) : kiosk
  await lock.release()
  return kiosk
}

async function openFiles(
  folder: string,
  lock: FolderLock,
  options: StoreOptions & Opening,
): Promise<LocalDesk> {
  try {
    const aside = options.setDamageAside ? await setDamageAside(folder) : []
    const pilots = await openStore(folder, { ...options, requireLock: lock.requireHeld })
    const accounts = openAccountFile(join(folder, 'accounts.json'))
    const photos = openPhotoFolder(join(folder, 'photos'), options.sync)
    const standing = async () => (await pilots.list()).pilots
    let closing: Promise<void> | undefined
    return {
      pilots,
      photos,
      accounts,
      settings: openSettingsFile(join(folder, 'settings.json')),
      notes: [...aside, ...pilots.notes],
      async sweepPhotos(before) {
        await photos.sweep(new Set((await standing()).flatMap(({ photo }) => photo ?? [])), before)
      },
      otherCards: async () => countCards(await standing()),
      version: async () => `${pilots.lastChange} ${JSON.stringify(await accounts.list())}`,
      close() {
        closing ??= pilots.close().finally(() => lock.release())
        return closing
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function countCards(pilots: readonly Pilot[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { card } of pilots) if (card) counts.set(card.address, (counts.get(card.address) ?? 0) + 1)
  return counts
}

/** Says in Spanish what was moved; nothing where all can be read. */
async function setDamageAside(folder: string): Promise<string[]> {
  try {
    await readState(folder)
    await openAccountFile(join(folder, 'accounts.json')).list()
    return []
  } catch (error) {
    if (!(error instanceof MachineError)) throw error
    const aside = join(folder, `corrupt-${stamp()}`)
    await makeFolder(aside)
    const names = (await readdir(folder)).filter((name) =>
      /^(journal-|durable\.json$|pilots\.json|accounts\.json$)/.test(name),
    )
    for (const name of names) await rename(join(folder, name), join(aside, name))
    return [`${error.message.split('. ')[0]}. Lo que había quedó en ${aside}`]
  }
}
