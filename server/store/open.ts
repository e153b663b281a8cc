/**
 * Opens and diagnoses the stores of a data folder or a database: a folder through its files or, while a server runs on
 * them, through that server; a database directly, since many processes may use it at a time.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MachineError } from '#domain/errors'
import { makeFolder } from '../files/atomic-file.ts'
import { lockFolder } from '../files/folder-lock.ts'
import { writeSafetyBackup } from './backup/backup-files.ts'
import { archivesIn } from './backup/rewritten-backups.ts'
import { isDatabase } from './data-address.ts'
import type { StoreOptions } from './folder/folder-log.ts'
import { openFiles } from './folder/folder-stores.ts'
import { connectStores, type FoundServer, findServer } from './running-server.ts'
import type { Diagnosis } from './shared/diagnosis.ts'
import type { LocalStores, OpenStores } from './shared/stores.ts'

interface Opening {
  /** Moves data that cannot be read out of the way, and opens an empty folder: for a restore. */
  setDamageAside?: boolean
  /** Called once, if another program holds the folder and this one waits for it. */
  onWait?: () => void
}

/** Opens `data`, a folder or a database. @throws MachineError if it cannot be used, or if its data is damaged */
export async function openStores(data: string, opening: Opening = {}): Promise<OpenStores> {
  if (isDatabase(data)) return (await import('./postgres/database-stores.ts')).openDatabase(data)
  const opened = await openOrWait(data, { ...opening, leaveJournal: true })
  return 'url' in opened ? connectStores(opened) : opened
}

/**
 * Opens the files of a folder, which only one process may do at a time. Waits while a command holds them.
 * @throws MachineError if a server holds the files, or if a command holds them for more than a minute
 */
export async function openFolder(folder: string, options: StoreOptions & Opening = {}): Promise<LocalStores> {
  const opened = await openOrWait(folder, options)
  if ('url' in opened) throw new MachineError(`Ya hay un kiosco abierto con esta carpeta, en ${opened.url}`)
  return opened
}

const retryMilliseconds = 40
/** The waiting time before `onWait` is called, in milliseconds. */
const notifyAfter = 1000
/** The timeout of the wait for a command, in milliseconds. */
const giveUpAfter = 60_000

/** Opens the files, or returns the server that holds them. Waits while a command holds them. @throws MachineError */
async function openOrWait(
  folder: string,
  { onWait, ...options }: StoreOptions & Opening,
): Promise<LocalStores | FoundServer> {
  await makeFolder(folder, { withParents: true })
  const start = performance.now()
  let notify = onWait
  for (;;) {
    const opened = await openFilesOrFindServer(folder, options)
    if (opened) return opened
    const waited = performance.now() - start
    if (waited > giveUpAfter) {
      throw new MachineError(
        `Otro programa tiene los datos de ${folder} y no responde: ciérrelo y repita la orden`,
      )
    }
    if (waited > notifyAfter) {
      notify?.()
      notify = undefined
    }
    await delay(retryMilliseconds)
  }
}

/** Asks for a server even if nobody holds the lock: the lock file may have been deleted while the server runs. */
async function openFilesOrFindServer(
  folder: string,
  options: StoreOptions & Opening,
): Promise<LocalStores | FoundServer | undefined> {
  const lock = await lockFolder(folder)
  const server = await findServer(folder)
  if (!lock) return server
  if (!server) {
    const backups = join(folder, 'backups')
    return openFiles(folder, lock, {
      ...options,
      archives: archivesIn(backups, options.sync),
      save: (stores) => writeSafetyBackup(stores, backups, 'actualizar'),
    })
  }
  await lock.release()
  return server
}

/**
 * Diagnoses `data`, a folder or a database, without changing it. Returns diagnoses in Spanish, the most important
 * first.
 */
export async function diagnose(data: string): Promise<Diagnosis[]> {
  return isDatabase(data)
    ? (await import('./postgres/diagnostics.ts')).diagnoseDatabase(data)
    : (await import('./folder/diagnostics.ts')).diagnoseFolder(data, await findServer(data))
}
