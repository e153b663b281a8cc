/**
 * The folder among the temporary files where a kiosk keeps its PDFs. A lock in it is held for as long as the kiosk
 * runs, so that the next start of any kiosk removes the folders of those that were killed, and no others.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMutex } from '../async/mutex.ts'
import { diskError } from '../files/atomic-file.ts'
import { type FolderLock, lockFolder } from '../files/folder-lock.ts'

const prefix = 'pilotos-print-'

/** A folder without a lock is being made, or is of an older version, which keeps its PDFs for half an hour. */
const unlockedFor = 60 * 60 * 1000

interface LockedFolder {
  path: string
  lock: Pick<FolderLock, 'release'>
}

export class PrintFolder {
  #folder: LockedFolder | undefined
  #inTurn = createMutex()

  /** Made when it is first needed, and once more where something else has tidied it away. @throws MachineError */
  path(): Promise<string> {
    return this.#inTurn(async () => {
      if (this.#folder && !(await isLockThere(this.#folder.path))) await this.#remove()
      this.#folder ??= await makeLocked()
      return this.#folder.path
    })
  }

  /** Removes it with all that is in it. */
  remove(): Promise<void> {
    return this.#inTurn(() => this.#remove())
  }

  async #remove(): Promise<void> {
    if (this.#folder) await removeLocked(this.#folder)
    this.#folder = undefined
  }
}

/** Removes what kiosks that were killed have left of this user's prints. */
export async function sweepPrints(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    // A folder that cannot be looked into is not ours to remove.
    if (name.startsWith(prefix)) await sweep(join(tmpdir(), name)).catch(() => {})
  }
}

async function sweep(path: string): Promise<void> {
  const found = await lstat(path)
  const isOurs = found.isDirectory() && (!process.getuid || found.uid === process.getuid())
  if (!isOurs) return
  if (!(await isLockThere(path))) {
    if (found.mtimeMs < Date.now() - unlockedFor) await rm(path, { recursive: true, force: true })
    return
  }
  const lock = await lockFolder(path)
  if (lock) await removeLocked({ path, lock })
}

async function makeLocked(): Promise<LockedFolder> {
  for (;;) {
    const path = await mkdtemp(join(tmpdir(), prefix)).catch((error) => {
      throw diskError(error, tmpdir())
    })
    // On a disk without locks the sweep of another kiosk cannot lock it either, and leaves it alone.
    const lock = await lockFolder(path).catch(() => ({ release: async () => {} }))
    // Another kiosk's sweep may come between the making of the lock and its locking.
    if (lock && (await isLockThere(path))) return { path, lock }
    await lock?.release()
  }
}

/** Windows does not remove a folder while the lock in it is open; elsewhere it is gone before anybody else can lock it. */
async function removeLocked({ path, lock }: LockedFolder): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true })
  await remove().catch(() => {})
  await lock.release()
  await remove()
}

function isLockThere(path: string): Promise<boolean> {
  return lstat(join(path, 'lock')).then(
    () => true,
    () => false,
  )
}
