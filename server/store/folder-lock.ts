/**
 * The lock of a data folder: one process holds it at a time, and the system itself releases it when that
 * process ends, however it ends (flock on Linux and macOS, LockFileEx on Windows).
 */
import { close, open } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tryLock } from 'fs-native-extensions'
import { diskError, isReadOnly } from './atomic-file.ts'

export interface FolderLock {
  release(): Promise<void>
}

/** Plain descriptors: a FileHandle that nobody refers to is closed by the garbage collector, and the lock with it. */
const openDescriptor = promisify(open)
const closeDescriptor = promisify(close)

/** The lock, or undefined where another process holds it. @throws MachineError */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  const descriptor = await openLockFile(join(folder, 'lock'))
  if (descriptor === undefined) return { release: async () => {} }
  if (!tryLock(descriptor)) {
    await closeDescriptor(descriptor)
    return undefined
  }
  return { release: () => closeDescriptor(descriptor) }
}

/** Undefined on a disk that nobody can write. */
async function openLockFile(path: string): Promise<number | undefined> {
  try {
    return await openDescriptor(path, 'a+', 0o600)
  } catch (error) {
    if (isReadOnly(error)) return undefined
    throw diskError(error, path)
  }
}
