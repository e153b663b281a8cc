/**
 * The data that a server serves: the stores of a folder or a database, with the background work that they need, and the
 * check of the clock against them.
 */
import { join } from 'node:path'
import { type ClockProblem, clockProblem, newestOf } from '#domain/clock'
import { DiskFullError } from '#domain/errors'
import { momentsOf } from '#domain/moments'
import { isReadOnly, sweepTemporary } from './files/atomic-file.ts'
import type { ServerEntry } from './network/server-calls.ts'
import { Availability, Observable } from './store/availability.ts'
import { type AutomaticBackups, type BackupFailure, startBackups } from './store/backup/automatic-backups.ts'
import { isDatabase } from './store/data-address.ts'
import { openFolder } from './store/open.ts'
import { announceServer, withdrawServer } from './store/running-server.ts'
import { readLog, type ServedStores, type Stores } from './store/shared/stores.ts'

export interface DataSource {
  stores: ServedStores
  /** The availability of a database. Absent for a folder, which is always available. */
  availability?: Availability
  /** The failure of the last automatic backup. A database has no automatic backups. */
  backupFailure?: BackupFailure
  /** Returns the time of the next automatic backup. */
  nextBackup?: () => Date | undefined
  /** Starts the background work once the server listens. Returns the folder of the automatic backups. */
  start(entry: ServerEntry): Promise<string | undefined>
  /** Ends the background work, calls `closeApp` and closes the stores. */
  close(closeApp: () => Promise<void>): Promise<void>
}

export interface DataSourceOptions {
  /** The data folder, or the address of a database. */
  data: string
  /** The interval between two automatic backups in milliseconds. The default is an hour. */
  backupEvery?: number
  report: (error: Error) => void
  /** Receives notices for the person at the laptop, in Spanish. */
  say?: (text: string) => void
}

/** @throws MachineError, UsageError, UnavailableError */
export function openDataSource(options: DataSourceOptions): Promise<DataSource> {
  return isDatabase(options.data) ? openDatabaseSource(options) : openFolderSource(options)
}

/** One server holds the folder, and commands find it through the folder's entry file. */
async function openFolderSource({ data, backupEvery, report }: DataSourceOptions): Promise<DataSource> {
  const stores = await openFolder(data, { report })
  await ifWritable(report, stores.noteDocuments)
  for (const folder of [data, join(data, 'photos'), join(data, 'backups')])
    await ifWritable(report, () => sweepTemporary(folder, Date.now() - hour))
  const backupFailure: BackupFailure = new Observable<Error | undefined>(undefined)
  let backups: AutomaticBackups | undefined
  return {
    stores,
    backupFailure,
    nextBackup: () => backups?.next,
    async start(entry) {
      await ifWritable(report, () => announceServer(data, entry))
      backups = startBackups(stores, data, { every: backupEvery, failure: backupFailure, report })
      return backups.folder
    },
    async close(closeApp) {
      await ifWritable(report, () => withdrawServer(data))
      await closeApp()
      await backups?.stop()
      await stores.close()
    },
  }
}

/** Other servers may use the database too, and commands connect to it themselves. */
async function openDatabaseSource({ data, report, say }: DataSourceOptions): Promise<DataSource> {
  const { openDatabase } = await import('./store/postgres/database-stores.ts')
  const availability = new Availability()
  const noteAvailability = (isAvailable: boolean) => availability.set(isAvailable)
  const stores = await openDatabase(data, { report, say, noteAvailability })
  return {
    stores,
    availability,
    start: async () => undefined,
    async close(closeApp) {
      await closeApp()
      await stores.close()
    },
  }
}

const hour = 60 * 60 * 1000

/**
 * Reports a full or read-only disk instead of throwing: the server can still be read from, but commands do not find
 * it, or its address once it is closed.
 */
export async function ifWritable(report: (error: Error) => void, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const isUnwritable = error instanceof Error && (error instanceof DiskFullError || isReadOnly(error))
    if (!isUnwritable) throw error
    report(error)
  }
}

/** Compares the clock of this machine with the newest stored moment, while a server runs. */
export class ClockCheck {
  #newest: string | undefined

  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages' | 'settings'>,
    private readonly now = () => new Date(),
  ) {}

  /** Reads the newest stored moment: at the start, and after a restore or a merge. @throws PilotosError */
  async load(): Promise<void> {
    const { pilots, settings } = this.stores
    const entries = await readLog(this.stores)
    const [{ pilots: all }, lastAt, { events }] = await Promise.all([
      pilots.list({ order: 'asc' }),
      pilots.lastChangeAt(),
      settings.read(),
    ])
    this.#newest = newestOf(momentsOf({ pilots: all, entries, events, lastAt }))
  }

  /** The problem of the clock, as long as it has one. */
  get problem(): ClockProblem | undefined {
    return clockProblem(this.#newest, this.now())
  }
}
