/**
 * The lock of a data folder: one process holds it at a time, and the system releases it when that process ends, even if it
 * crashes (flock on Linux and macOS, LockFileEx on Windows). A file that only one process can create would be stale after a
 * crash, and commands have no port that could be a lock.
 */
import { close, fstat, open } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tryLock } from 'fs-native-extensions'
import { MachineError } from '#domain/errors'
import { diskError, isReadOnly } from './atomic-file.ts'
import { onceFree, openingCodes } from './held-file.ts'

export interface FolderLock {
  /**
   * Checks that the locked file is still the lock file of the folder.
   * @throws MissingFolderError if the folder is not there, MachineError if the lock file was removed or replaced, so that
   * another process may hold the folder now
   */
  requireHeld(): Promise<void>
  release(): Promise<void>
}

/** The folder was moved, removed or unmounted. Nobody else can have locked it, so that writing goes on once it is back. */
export class MissingFolderError extends MachineError {
  constructor(folder: string) {
    super(
      `La carpeta ${folder} ya no está: no se guardó nada. Devuélvala a su lugar y repita; si se borró, exporte la ` +
        'lista antes de cerrar PilotOS',
    )
  }
}

/**
 * Plain descriptors keep the lock: the garbage collector would close an unreferenced FileHandle, and so release the
 * lock.
 */
const openDescriptor = promisify(open)
const closeDescriptor = promisify(close)
const statDescriptor = promisify(fstat)

/**
 * Returns the lock, or undefined while somebody else holds it. A folder on a read-only disk needs no lock. `name` is that
 * of the locked file.
 * @throws MachineError, also if the file system has no locks
 */
export async function lockFolder(
  folder: string,
  tryToLock: (descriptor: number) => boolean = tryLock,
  name = 'lock',
): Promise<FolderLock | undefined> {
  const path = join(folder, name)
  const descriptor = await openLockFile(path)
  if (descriptor === undefined) return { requireHeld: async () => {}, release: async () => {} }
  try {
    if (!tryToLock(descriptor)) {
      await closeDescriptor(descriptor)
      return undefined
    }
  } catch (error) {
    await closeDescriptor(descriptor)
    throw withoutLocks(folder, error)
  }
  const [{ ino }, first] = await Promise.all([statDescriptor(descriptor), stat(path).catch(() => undefined)])
  return {
    async requireHeld() {
      // No other file has this number while the descriptor is open. Some versions of Node give the descriptor of a file on
      // Windows another device than its path (libuv issue 4698), so that only paths are compared.
      const named = await stat(path).catch(() => undefined)
      if (named?.ino === ino && named.dev === first?.dev) return
      throw (await stat(folder).catch(() => undefined)) ? lost(path) : new MissingFolderError(folder)
    },
    release: () => closeDescriptor(descriptor),
  }
}

/** Opens the lock file. Returns undefined on a read-only disk. */
async function openLockFile(path: string): Promise<number | undefined> {
  try {
    return await onceFree(path, () => openDescriptor(path, 'a+', 0o600), openingCodes)
  } catch (error) {
    if (isReadOnly(error)) return undefined
    throw diskError(error, path)
  }
}

function lost(path: string): MachineError {
  return new MachineError(
    `Alguien borró o cambió el archivo ${path}: ya no se guarda nada más, porque otro programa puede estar ` +
      'usando los mismos datos. Cierre PilotOS y ábralo otra vez',
  )
}

function withoutLocks(folder: string, cause: unknown): MachineError {
  return new MachineError(
    `El disco de ${folder} no permite bloquear archivos, y sin eso dos programas podrían pisarse los datos. ` +
      'Ponga la carpeta en un disco de esta máquina, y dígala con --data',
    cause,
  )
}
