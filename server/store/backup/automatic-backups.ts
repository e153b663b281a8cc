/** Writes the automatic backups of a data folder and removes the oldest backups. */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, removeFile } from '../../files/atomic-file.ts'
import { Observable } from '../availability.ts'
import type { LocalStores } from '../shared/stores.ts'
import { stateOfBackup } from './backup.ts'
import { alone, backupFileName, isBackupName } from './backup-files.ts'
import { writeBackup } from './write-backup.ts'

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
 * Writes a backup into `backups` an hour after the newest one, also if the server was started in between, unless nothing
 * has changed since. Keeps the last ten backups.
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

  /** The hash shows nothing of the accounts, which the version contains. */
  const stateNow = async () =>
    createHash('sha256')
      .update(await stores.version())
      .digest('base64url')

  /** Makes a backup if something has changed. Returns the time until the next one, in milliseconds. */
  async function backUp(): Promise<number> {
    // The state is read before the pilots, so that a change during the backup leads to the next backup.
    const state = await stateNow()
    if (state === saved) return every
    await makeFolder(folder)
    const name = backupFileName()
    await alone(folder, async () => {
      await writeBackup(stores, join(folder, name), { state })
      saved = state
      await prune(folder, name)
    })
    return every
  }

  async function start(): Promise<number> {
    const { total } = await stores.pilots.list({ perPage: 1 })
    if (total === 0) {
      saved = await stateNow()
      return every
    }
    const [last] = (await automatic(folder)).slice(-1).map((name) => join(folder, name))
    if (last === undefined) return backUp()
    saved = await stateOfBackup(last)
    const age = Date.now() - (await stat(last)).mtimeMs
    // A time in the future was written before the clock was corrected.
    return age >= 0 && age < every ? every - age : backUp()
  }

  function run(work: () => Promise<number>): void {
    next = undefined
    let pause = Math.min(every, retryAfter)
    running = work()
      .then((wait) => {
        pause = wait
        failure.set(undefined)
      })
      .catch((error) => {
        // A repeated failure is reported only once.
        if (error.message === failure.current?.message) return
        failure.set(error)
        report(error)
      })
      .then(() => {
        if (isStopped) return
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
    await removeFile(join(folder, name))
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
