/** Keeps the changes of a folder in a journal that is synced at every change, and in a lowdb snapshot. */
import { hostname } from 'node:os'
import { Low } from 'lowdb'
import type { Change } from '#domain/pilot/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilot/change-log'
import { makePrivate, type Sync, syncData } from '../../files/atomic-file.ts'
import type { Log } from '../shared/log.ts'
import { State } from '../shared/state.ts'
import { DurableLengthFile } from './log/durable-length.ts'
import { hasCommit, unfinishedErasing } from './log/erasing.ts'
import { addToChangeLog, changeLogPage } from './log/history.ts'
import { type Journal, openJournal } from './log/journal.ts'
import { readState, type SavedState } from './log/saved-state.ts'
import { emptySnapshot, formatVersion, type Snapshot, SnapshotFile } from './log/snapshot.ts'

export interface StoreOptions {
  sync?: Sync
  /** The size of the journal, in bytes, at which a snapshot is written if the snapshot would be smaller. */
  journalBytes?: number
  /** Closes without a snapshot, as commands do: changes stay in the journal only, and writing takes half as long. */
  leaveJournal?: boolean
  /** Throws if this process may no longer write to the folder. */
  requireLock?: () => Promise<void>
  /** The name of this machine, by which people recognize the data in a merge. */
  desk?: string
  /** The synced lengths of the logs of the folder. */
  durableLength?: DurableLengthFile
  /** Receives the error of a snapshot that failed in the background; the journal still has every change. */
  report?: (error: Error) => void
}

/** Callers append, rewrite and close one after the other. */
export class FolderLog implements Log {
  readonly state: State
  #folder: string
  #options: Required<StoreOptions>
  #snapshots: Low<Snapshot>
  #journal: Journal | undefined
  /** The file in which the journal continues when it is opened. */
  #start: { file: number; isNew: boolean; needsSnapshot: boolean }
  /** The last change in the snapshot, or in the journals that an earlier process wrote. */
  #settledChange: number
  #snapshotting: Promise<void> | undefined
  /** True if files could not be replaced or read after the commit of an erasure, which the next opening finishes. */
  #isUnfinished = false

  constructor(
    folder: string,
    saved: SavedState,
    {
      sync = syncData,
      journalBytes = 8 * 1024 * 1024,
      leaveJournal = false,
      requireLock = async () => {},
      desk = hostname(),
      durableLength = new DurableLengthFile(folder, {}),
      report = () => {},
    }: StoreOptions,
  ) {
    this.#folder = folder
    this.#options = { sync, journalBytes, leaveJournal, requireLock, desk, durableLength, report }
    this.#snapshots = new Low<Snapshot>(new SnapshotFile(folder, sync), emptySnapshot)
    this.state = new State(saved)
    this.#start = startOf(saved)
    this.#settledChange = saved.lastChange
  }

  /** No other process writes to the folder. */
  async catchUp(): Promise<void> {}

  async append(decide: () => readonly Change[]): Promise<void> {
    const changes = decide()
    if (changes.length === 0) return
    if (this.#isUnfinished) throw unfinishedErasing()
    const journal = await this.#opened()
    for (const logged of await journal.append(changes)) this.state.apply(logged)
    await this.#snapshotWhenLong(journal)
  }

  read(after?: string, topics?: ReadonlySet<string>): Promise<ChangeLogPage> {
    return changeLogPage(this.#folder, after, topics)
  }

  async addPast(log: readonly LoggedChange[]): Promise<void> {
    await makePrivate(this.#folder)
    await addToChangeLog(this.#folder, log, this.#options.sync)
  }

  /**
   * Closes the files, has `rewrite` replace them, and reads them again. Nothing can be changed any more if `rewrite` stops
   * after its commit.
   */
  async rewrite(rewrite: () => Promise<void>): Promise<void> {
    if (this.#isUnfinished) throw unfinishedErasing()
    const journal = await this.#opened()
    await this.#snapshotting
    this.#journal = undefined
    await journal.close()
    try {
      await rewrite()
    } finally {
      await this.#readAgain()
    }
  }

  /** Writes a snapshot if there are new changes and `leaveJournal` is false, and closes the files. */
  async close(): Promise<void> {
    await this.#snapshotting
    if (!this.#journal) return
    if (this.state.lastChange > this.#settledChange && !this.#options.leaveJournal)
      await this.#journal
        .rotate()
        .then((next) => this.#writeSnapshot(next, this.#contents()))
        .catch(this.#options.report)
    await this.#journal.close()
  }

  /** Until this has ended, nobody knows the number and the file of the next change. */
  async #readAgain(): Promise<void> {
    this.#isUnfinished = true
    if (await hasCommit(this.#folder)) return
    const saved = await readState(this.#folder)
    this.#isUnfinished = false
    this.#start = startOf(saved)
    this.#settledChange = saved.lastChange
    this.state.replace(saved)
  }

  /**
   * Opens the journal at the first write: a process that only reads leaves the folder unchanged. Creates the journal
   * first, then the snapshot that names it, before any change is written to the journal.
   */
  async #opened(): Promise<Journal> {
    if (this.#journal) return this.#journal
    const { file, isNew, needsSnapshot } = this.#start
    await makePrivate(this.#folder)
    const { sync, durableLength, requireLock } = this.#options
    const next = needsSnapshot && !isNew ? file + 1 : file
    const { lastChange } = this.state
    const journal = await openJournal({
      folder: this.#folder,
      file: next,
      lastChange,
      sync,
      durableLength,
      requireLock,
    })
    try {
      if (needsSnapshot) await this.#writeSnapshot(next, this.#contents())
      // The first snapshot is written twice, so that a `.bak` always exists.
      if (isNew) await this.#writeSnapshot(next, this.#contents())
    } catch (error) {
      await journal.close()
      throw error
    }
    this.#start = { file: next, isNew: false, needsSnapshot: false }
    this.#journal = journal
    return journal
  }

  /** Continues a long journal in a new file, and writes a snapshot of all changes before that file in the background. */
  async #snapshotWhenLong(journal: Journal): Promise<void> {
    const enough = Math.max(this.#options.journalBytes, this.state.pilots.size * bytesPerPilot)
    if (this.#snapshotting || journal.length < enough) return
    try {
      const next = await journal.rotate()
      this.#snapshotting = this.#writeSnapshot(next, this.#contents())
        .catch(this.#options.report)
        .finally(() => {
          this.#snapshotting = undefined
        })
    } catch (error) {
      // The change is in the journal, which goes on in the same file.
      this.#options.report(error as Error)
    }
  }

  #contents(): Pick<Snapshot, 'lastChange' | 'pilots' | 'revoked'> {
    const { lastChange, pilots } = this.state
    const revoked = pilots.revocations()
    return { lastChange, ...(revoked.length > 0 && { revoked }), pilots: pilots.all() }
  }

  /** Writes a snapshot. Keeps the previous snapshot as `.bak`, and the journals, since they are the history. */
  async #writeSnapshot(
    journal: number,
    contents: Pick<Snapshot, 'lastChange' | 'pilots' | 'revoked'>,
  ): Promise<void> {
    const { desk } = this.#options
    const at = new Date().toISOString()
    const { lastChange, ...data } = contents
    const head = { version: formatVersion, journal, lastChange, at, desk, isComplete: true } as const
    this.#snapshots.data = { ...head, ...data }
    try {
      await this.#snapshots.write()
    } finally {
      this.#snapshots.data = emptySnapshot
    }
    this.#settledChange = lastChange
  }
}

function startOf({ journal, isNew, needsSnapshot }: SavedState) {
  return { file: journal, isNew, needsSnapshot }
}

/** More bytes than a pilot needs in the snapshot: a higher limit for the journal means fewer snapshots. */
const bytesPerPilot = 600
