/**
 * A temporary folder of a server, and the files that arrive in it, such as uploads. The server holds a lock in it for as
 * long as it runs, so that the next start of any server removes only the folders of servers that were killed.
 */
import { lstat, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MachineError, MalformedError, TooLargeError } from '#domain/errors'
import { createMutex } from '../workers/turns.ts'
import { diskError, removeFile } from './atomic-file.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'

/** The folder in which temporary folders are created, and how their names begin. */
export interface TemporaryPlace {
  parent: string
  prefix: string
}

/** The age at which a folder without a lock is removed, in milliseconds. A younger folder may be under creation. */
const unlockedMaxAge = 60 * 60 * 1000

const lockFile = 'lock'

interface LockedFolder {
  path: string
  lock: Pick<FolderLock, 'release'>
}

export class TemporaryFolder {
  #folder: LockedFolder | undefined
  #runExclusive = createMutex()

  constructor(private readonly place: TemporaryPlace) {}

  /** Returns the path; creates the folder on first use, and again if it was removed. @throws MachineError */
  path(): Promise<string> {
    return this.#runExclusive(async () => {
      if (this.#folder && !(await isLockThere(this.#folder.path))) await this.#remove()
      this.#folder ??= await makeLocked(this.place)
      return this.#folder.path
    })
  }

  /** Removes the folder and its files. */
  remove(): Promise<void> {
    return this.#runExclusive(() => this.#remove())
  }

  async #remove(): Promise<void> {
    if (this.#folder) await removeLocked(this.#folder)
    this.#folder = undefined
  }
}

/** Removes the folders of this user's servers that were killed. */
export async function sweepTemporaryFolders({ parent, prefix }: TemporaryPlace): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    // A folder that cannot be read is not ours to remove.
    if (name.startsWith(prefix)) await sweep(join(parent, name)).catch(() => {})
  }
}

async function sweep(path: string): Promise<void> {
  const found = await lstat(path)
  const isOurs = found.isDirectory() && (!process.getuid || found.uid === process.getuid())
  if (!isOurs) return
  if (!(await isLockThere(path))) {
    if (found.mtimeMs < Date.now() - unlockedMaxAge) await removeFile(path, { recursive: true })
    return
  }
  const lock = await lockFolder(path)
  if (lock) await removeLocked({ path, lock })
}

/** The number of folders that are created, if their lock files are gone or cannot be opened. */
const attempts = 5

async function makeLocked({ parent, prefix }: TemporaryPlace): Promise<LockedFolder> {
  let failure: unknown = new MachineError(
    `Otro programa borra las carpetas nuevas de ${parent}: ciérrelo y repita`,
  )
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const path = await mkdtemp(join(parent, prefix)).catch((error) => {
      throw diskError(error, parent)
    })
    // On a disk without locks, the sweep of another server cannot lock the folder either, and leaves it alone.
    const lock = await lockFolder(path).catch((error) => {
      failure = error
      return { release: async () => {} }
    })
    // The sweep of another server may run between the creation of the lock file and its locking.
    if (lock && (await isLockThere(path))) return { path, lock }
    await lock?.release()
  }
  throw failure
}

/**
 * Removes a folder and releases its lock. The lock file goes last: a folder without one stays for an hour if this is cut
 * off. Windows does not remove a folder while the lock file in it is open; other systems remove the folder before another
 * process can lock it.
 */
async function removeLocked({ path, lock }: LockedFolder): Promise<void> {
  const names = await readdir(path).catch(() => [])
  for (const name of names)
    if (name !== lockFile) await removeFile(join(path, name), { recursive: true }).catch(() => {})
  const remove = () => removeFile(path, { recursive: true })
  if (process.platform !== 'win32') await remove().catch(() => {})
  await lock.release()
  await remove()
}

function isLockThere(path: string): Promise<boolean> {
  return lstat(join(path, lockFile)).then(
    () => true,
    () => false,
  )
}

interface Reception {
  maxBytes: number
  /** The message of a file that has more bytes. */
  tooLarge: string
  /** The message of a file that does not arrive as a whole. */
  cut: string
}

/** Writes a stream to a new file. @throws MalformedError, TooLargeError, DiskFullError, MachineError */
export async function receiveFile(
  body: Readable,
  path: string,
  { maxBytes, tooLarge, cut }: Reception,
): Promise<void> {
  await writeFile(path, bounded(body), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (body.errored) throw new MalformedError(cut)
    throw diskError(error, path)
  })

  /** Yields the bytes. The connection stays open if they are not stored, so that the client learns why. */
  async function* bounded(stream: Readable): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new TooLargeError(tooLarge)
      yield chunk
    }
  }
}
