/** Writes the automatic backups of a data folder and removes the oldest backups. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Observable } from '../async/observable.ts'
import { makeFolder } from '../files/atomic-file.ts'
import type { LocalStores } from '../store/contract/stores.ts'
import { writeBackup } from './backup.ts'
import { backupFileName, isBackupName } from './backup-files.ts'

/** The reason why the last automatic backup failed; undefined after a successful backup. */
export type BackupFailure = Observable<Error | undefined>

interface BackupOptions {
  /** The time between two backups, in milliseconds. */
  every?: number
  failure?: BackupFailure
  report: (error: Error) => void
}

export interface AutomaticBackups {
  folder: string
  failure: BackupFailure
  /** The time of the next backup, or undefined while one is made. */
  readonly next: Date | undefined
  stop(): Promise<void>
}

const hour = 60 * 60 * 1000
/** The time until the retry of a failed backup, in milliseconds. */
const retryAfter = 5 * 60 * 1000
const kept = 10

/**
 * Writes a backup into `backups` every hour in which something changes, and at the start if there are pilots and the
 * last backup is more than an hour old. Keeps the last ten backups.
 */
export function startBackups(
  stores: LocalStores,
  dataFolder: string,
  { every = hour, failure = new Observable<Error | undefined>(undefined), report }: BackupOptions,
): AutomaticBackups {
  const folder = join(dataFolder, 'backups')
  let saved: string | undefined
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let next: Date | undefined
  let isStopped = false

  async function backUp(): Promise<void> {
    // The version is read before the pilots, so that a change during the backup leads to the next backup.
    const version = await stores.version()
    if (version === saved) return
    await makeFolder(folder)
    const name = backupFileName()
    await writeBackup(stores, join(folder, name))
    saved = version
    await prune(folder, name)
  }

  async function start(): Promise<void> {
    const { total } = await stores.pilots.list({ perPage: 1 })
    if (total === 0) saved = await stores.version()
    else if (!(await hasRecentBackup(folder, every))) await backUp()
  }

  function run(work: () => Promise<void>): void {
    next = undefined
    running = work()
      .then(() => failure.set(undefined))
      .catch((error) => {
        // A repeated failure is reported only once.
        if (error.message === failure.current?.message) return
        failure.set(error)
        report(error)
      })
      .then(() => {
        if (isStopped) return
        const pause = failure.current ? Math.min(every, retryAfter) : every
        next = new Date(Date.now() + pause)
        timer = setTimeout(() => run(backUp), pause)
        timer.unref()
      })
  }

  run(start)
  return {
    folder,
    failure,
    get next() {
      return next
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Removes the oldest of more than ten backups, but never `made`, the name of the new backup. */
async function prune(folder: string, made: string): Promise<void> {
  const others = (await automatic(folder)).filter((name) => name !== made)
  for (const name of others.slice(0, Math.max(0, others.length - (kept - 1))))
    await rm(join(folder, name), { force: true })
}

/** Returns true if the last backup is at most `age` milliseconds old. */
async function hasRecentBackup(folder: string, age: number): Promise<boolean> {
  const last = (await automatic(folder)).at(-1)
  if (!last) return false
  const since = Date.now() - (await stat(join(folder, last))).mtimeMs
  return since >= 0 && since <= age
}

/**
 * Returns the names of the automatic backups, the oldest first. A backup with a date in the future was made before
 * the clock was corrected, and counts as older than all others.
 */
async function automatic(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => isBackupName(name) && name.startsWith('pilotos-'))
    .sort()
  const now = backupFileName()
  return [...names.filter((name) => name > now), ...names.filter((name) => name <= now)]
}
