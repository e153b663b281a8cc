/**
 * All that a data folder or a database holds, opened: a folder by its files or, while a kiosk runs on them, through
 * that kiosk; a database by whoever asks, since it has room for all.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { MachineError } from '#domain/errors'
import { makeFolder } from '../files/atomic-file.ts'
import { lockFolder } from '../files/folder-lock.ts'
import type { LocalStores, OpenStores } from './contract/stores.ts'
import { isDatabase } from './data-address.ts'
import { openFiles } from './folder/open.ts'
import type { StoreOptions } from './folder/pilots.ts'
import { type FoundServer, findServer } from './server/entry-file.ts'
import { connectStores } from './server/stores.ts'

interface Opening {
  /** Moves data that cannot be read out of the way, and opens an empty folder: for a restore. */
  setDamageAside?: boolean
  /** Is called once, where another program has the folder and this one waits for it. */
  onWait?: () => void
}

/** `data` names a folder, or a database. @throws MachineError where it cannot be used, or its data is damaged */
export async function openStores(data: string, opening: Opening = {}): Promise<OpenStores> {
  if (isDatabase(data)) return (await import('./postgres/open.ts')).openDatabase(data)
  const opened = await openOr(data, { ...opening, leaveJournal: true })
  return 'url' in opened ? connectStores(opened) : opened
}

/**
 * Opens the files themselves, which one process at a time may do: waits for a command, but not for a kiosk.
 * @throws MachineError
 */
export async function openFolder(folder: string, options: StoreOptions & Opening = {}): Promise<LocalStores> {
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
): Promise<LocalStores | FoundServer> {
  await makeFolder(folder)
  const start = Date.now()
  let hasSaid = false
  for (;;) {
    const opened = await openFilesOrFindServer(folder, options)
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
async function openFilesOrFindServer(
  folder: string,
  options: StoreOptions & Opening,
): Promise<LocalStores | FoundServer | undefined> {
  const lock = await lockFolder(folder)
  const server = await findServer(folder)
  if (!lock || !server) return lock ? openFiles(folder, lock, options) : server
  await lock.release()
  return server
}
