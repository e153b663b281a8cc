/**
 * The lock of a data folder: one process holds it at a time, and the system itself releases it when that
 * process ends, however it ends (flock on Linux and macOS, LockFileEx on Windows).
 */
import { close, open } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tryLock } from 'fs-native-extensions'
import { diskError } from './atomic-file.ts'

export interface FolderLock {
  release(): Promise<void>
}

/** Plain descriptors: a FileHandle that nobody refers to is closed by the garbage collector, and the lock with it. */
const openDescriptor = promisify(open)
const closeDescriptor = promisify(close)

/** The lock, or undefined where another process holds it. @throws MachineError */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  const descriptor = await openLockFile(join(folder, 'lock'))
  if (!tryLock(descriptor)) {
    await closeDescriptor(descriptor)
    return undefined
  }
  return { release: () => closeDescriptor(descriptor) }
}

async function openLockFile(path: string): Promise<number> {
  try {
    return await openDescriptor(path, 'a+', 0o600)
  } catch (error) {
    throw diskError(error, path)
  }
}
