/** Keeps the pilots of a folder in memory, in a journal that is synced at every change, and in a lowdb snapshot. */

import { hostname } from 'node:os'
import { Low } from 'lowdb'
import { ConflictError, MachineError, NotFoundError, PilotosError } from '#domain/errors'
import {
  decideEntries,
  type EntriesOrder,
  type EntriesReport,
  enteredIn,
  ReturningEntries,
  ridersOf,
} from '#domain/event/entries'
import type { RaceEvent } from '#domain/event/event'
import { CodeHistory } from '#domain/gate/code-history'
import type { ImportOrder, ImportReport, ImportRow } from '#domain/import/import'
import { newRiders, planImport } from '#domain/import/plan'
import { decideUndoImport, type StoredImport, type UndoneImport } from '#domain/import/undo'
import type { ListQuery, PilotFilter } from '#domain/list-query'
import type { Change, Revocation } from '#domain/pilot/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilot/change-log'
import type { GivenConsent } from '#domain/pilot/consent'
import {
  type Decision,
  decideIssueCards,
  decideRegister,
  decideRevoke,
  decideSeeContact,
  decideUndoRemove,
  decideUpdate,
  type IssueOptions,
  missingPilot,
  type PhotoCopy,
  requireUniqueDocument,
  type UpdateOptions,
} from '#domain/pilot/decisions'
import type { DuplicateQuery, Duplicates } from '#domain/pilot/duplicates'
import type { HistoryEntry } from '#domain/pilot/history'
import type { PhotoName, Pilot, PilotDraft } from '#domain/pilot/pilot'
import { newPilotId, type PilotId } from '#domain/pilot/pilot-id'
import {
  decideRemoveMany,
  decideUndoRemoveMany,
  type RemovedPage,
  type RemovedPilot,
  type RemovedQuery,
  removedPage,
  removedSince,
  type UndoneRemoval,
} from '#domain/pilot/removed'
import { decideChangeTerms } from '#domain/validity/changes'
import type { StatusBasis } from '#domain/validity/status'
import type { PilotCounts, TermsChange } from '#domain/web/pilot-schemas'
import { createMutex } from '../../async/mutex.ts'
import { makePrivate, type Sync, syncData } from '../../files/atomic-file.ts'
import type { Notice, PilotPage, PilotStore } from '../contract/pilot-store.ts'
import { Tombstones } from '../shared/tombstones.ts'
import { DurableLengthFile } from './log/durable-length.ts'
import { hasCommit, unfinishedErasing } from './log/erasing.ts'
import {
  addToChangeLog,
  changeLogPage,
  readHistory,
  readImportLog,
  readImports,
  readLastStates,
  readRemoved,
} from './log/history.ts'
import { type Journal, openJournal } from './log/journal.ts'
import { readState, type SavedState } from './log/saved-state.ts'
import { emptySnapshot, formatVersion, type Snapshot, SnapshotFile } from './log/snapshot.ts'
import { PendingPilots } from './pending-pilots.ts'
import type { PilotTable } from './pilot-table.ts'

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
  /** The tombstones of the persons who were erased for ever. */
  erased?: { readonly current: Tombstones }
  /** Receives the error of a snapshot that failed in the background; the journal still has every change. */
  report?: (error: Error) => void
}

export class JournaledStore implements PilotStore {
  #folder: string
  #options: Required<StoreOptions>
  #snapshots: Low<Snapshot>
  #table: PilotTable
  #pending: PendingPilots
  #journal: Journal | undefined
  #opening: Promise<Journal> | undefined
  /** The file in which the journal continues when it is opened. */
  #start: { file: number; isNew: boolean; needsSnapshot: boolean }
  #lastChange: number
  #lastAt: string | undefined
  /** The last change in the snapshot, or in the journals that an earlier process wrote. */
  #settledChange: number
  #snapshotting: Promise<void> | undefined
  #commits = new Set<Promise<number>>()
  #listeners = new Set<(notice: Notice) => void>()
  #isClosed = false
  #isRewriting = false
  /** True if files could not be replaced or read after the commit of an erasure, which the next opening finishes. */
  #isUnfinished = false
  /** Reads one history at a time: each reads every journal, and many would fill the memory and slow down the disk. */
  #readsHistory = createMutex()

  constructor(
    folder: string,
    state: SavedState,
    /** Descriptions of the repairs that were made on opening, in Spanish. */
    readonly notes: readonly string[],
    {
      sync = syncData,
      journalBytes = 8 * 1024 * 1024,
      leaveJournal = false,
      requireLock = async () => {},
      desk = hostname(),
      durableLength = new DurableLengthFile(folder, {}),
      report = () => {},
      erased = { current: new Tombstones([]) },
    }: StoreOptions,
  ) {
    this.#folder = folder
    this.#options = { sync, journalBytes, leaveJournal, requireLock, desk, durableLength, report, erased }
    this.#snapshots = new Low<Snapshot>(new SnapshotFile(folder, sync), emptySnapshot)
    this.#table = state.table
    this.#pending = new PendingPilots(state.table)
    this.#start = { file: state.journal, isNew: state.isNew, needsSnapshot: state.needsSnapshot }
    this.#lastChange = state.lastChange
    this.#lastAt = state.lastAt
    this.#settledChange = state.lastChange
  }

  /** The number of the last change that is durable. */
  get lastChange(): number {
    return this.#lastChange
  }

  async lastChangeAt(): Promise<string | undefined> {
    return this.#lastAt
  }

  async list(query?: ListQuery): Promise<PilotPage> {
    return this.#table.list(query)
  }

  async count(from: string, basis: StatusBasis, filter?: PilotFilter, event?: string): Promise<PilotCounts> {
    return this.#table.count(from, basis, filter, event)
  }

  async clubs(): Promise<string[]> {
    return this.#table.clubs()
  }

  async findDuplicates(query: DuplicateQuery): Promise<Duplicates> {
    return this.#table.findDuplicates(query)
  }

  async get(id: PilotId): Promise<Pilot> {
    return this.#required(this.#table, id)
  }

  async register(
    draft: PilotDraft,
    photo?: PhotoName,
    by?: string,
    consent?: GivenConsent | null,
  ): Promise<Pilot> {
    return this.#commitDecision(decideRegister({ draft, photo, by, consent }, this.#newId(), now()))
  }

  async update(id: PilotId, draft: PilotDraft, options: UpdateOptions = {}): Promise<Pilot> {
    const stored = this.#required(this.#pending, id)
    const entered = options.event ? enteredIn(this.#pending.all(), options.event.id) : []
    return this.#commitDecision(decideUpdate(stored, draft, options, now(), entered))
  }

  async issueCards(
    ids: readonly PilotId[],
    address: string,
    options: Omit<IssueOptions, 'address'> = {},
  ): Promise<void> {
    const pilots = ids.map((id) => this.#required(this.#pending, id))
    await this.#commit(decideIssueCards(pilots, { ...options, address }, now()))
  }

  async changeTerms(ids: readonly PilotId[], change: TermsChange, by?: string): Promise<Pilot[]> {
    const decision = decideChangeTerms(ids, this.#pending, change, by)
    if (decision.change.put.length > 0) await this.#commit(decision.change)
    return decision.pilots
  }

  async changeEntries(order: EntriesOrder, event: RaceEvent, by?: string): Promise<EntriesReport> {
    const all = this.#pending.all()
    const { ids, event: other = '' } = ridersOf(order)
    const { change, report } = decideEntries(order, {
      event,
      riders: ids?.map((id) => this.#required(this.#pending, id)) ?? enteredIn(all, other),
      entered: enteredIn(all, event.id),
      by,
      now: now(),
    })
    if (change.put.length > 0) await this.#commit(change)
    return report
  }

  async namesPhoto(name: PhotoName): Promise<boolean> {
    return this.#table.namesPhoto(name)
  }

  async revoke(id: PilotId, by?: string, photo?: PhotoCopy): Promise<Pilot> {
    const stored = this.#required(this.#pending, id)
    const { pilot, change } = decideRevoke(stored, this.#newId(), { photo, by }, now())
    await this.#commit(change)
    return pilot
  }

  async seeContact(id: PilotId, gate: string, by?: string): Promise<Pilot> {
    const { pilot, change } = decideSeeContact(this.#required(this.#table, id), gate, by)
    if (change) await this.#commit(change)
    return pilot
  }

  async revocations(): Promise<Revocation[]> {
    return this.#table.revocations()
  }

  async remove(id: PilotId, by?: string): Promise<void> {
    const stored = this.#required(this.#pending, id)
    await this.#commit({ remove: [stored.id], by })
  }

  async undoRemove(id: PilotId, by?: string): Promise<Pilot> {
    const lastOf = await this.#readsHistory(() => readLastStates(this.#folder, [id]))
    const revocation = this.#pending.revocation(id)
    const { pilot, change } = decideUndoRemove(
      { stored: this.#pending.byId(id), last: lastOf(id), revocation },
      new ReturningEntries(this.#pending.all()),
      by,
    )
    return change ? this.#commitDecision({ pilot, change }) : pilot
  }

  async removeMany(ids: readonly PilotId[], by?: string): Promise<void> {
    const change = decideRemoveMany(ids, this.#pending, by)
    if (change.remove.length > 0) await this.#commit(change)
  }

  async undoRemoveMany(ids: readonly PilotId[], by?: string): Promise<UndoneRemoval> {
    const lastOf = await this.#readsHistory(() => readLastStates(this.#folder, ids))
    const returning = new ReturningEntries(this.#pending.all())
    const { undone, put, change } = decideUndoRemoveMany(ids, this.#pending, lastOf, returning, by)
    if (put.length > 0) await this.#commit(change)
    return undone
  }

  async removed(query: RemovedQuery = {}): Promise<RemovedPage> {
    const since = removedSince()
    const removed = await this.#readsHistory(() => readRemoved(this.#folder, since))
    // The history of another desk can say that a pilot was removed who is here, or whose code was joined to another one.
    const isGone = ({ pilot: { id } }: RemovedPilot) => !this.#table.byId(id) && !this.#table.revocation(id)
    return removedPage(removed.filter(isGone), query, since)
  }

  async history(id: PilotId): Promise<HistoryEntry[]> {
    const ids = this.#identifiersOf(id)
    const entries = await this.#readsHistory(() => readHistory(this.#folder, ids))
    if (entries.length === 0) throw new NotFoundError()
    return entries
  }

  async import(rows: Iterable<ImportRow>, options: ImportOrder = {}): Promise<ImportReport> {
    const all = Array.from(rows)
    const { erased } = this.#options
    if (!erased.current.isEmpty) await erased.current.prepare(newRiders(all, this.#pending))
    const importedAt = now()
    const { create, update, report } = planImport({
      rows: all,
      pilots: this.#pending,
      options,
      newId: () => this.#newId(),
      now: importedAt,
      isErased: (rider, code) => erased.current.isErased(rider, code),
      entered: options.event ? enteredIn(this.#pending.all(), options.event.id) : [],
    })
    const put = [...update, ...create]
    if (options.dryRun || put.length === 0) return report
    return { ...report, change: await this.#commit({ put, by: options.by, importedAt, file: options.file }) }
  }

  async undoImport(number: number, by?: string): Promise<UndoneImport> {
    const log = await this.#readsHistory(() => readImportLog(this.#folder, number))
    // A change that is newer than the log shows in the pending pilots.
    const { change, undone } = decideUndoImport(number, log, this.#pending, by)
    if (change.put.length + change.remove.length > 0) await this.#commit(change)
    return undone
  }

  imports(): Promise<StoredImport[]> {
    return this.#readsHistory(() => readImports(this.#folder))
  }

  async restore(
    pilots: readonly Pilot[],
    { revoked = [], by }: { revoked?: readonly Revocation[]; by?: string } = {},
  ): Promise<void> {
    await this.#commit({ clear: true, put: pilots, revoke: revoked, by })
  }

  changeLog(after?: string): Promise<ChangeLogPage> {
    return changeLogPage(this.#folder, after)
  }

  async addToChangeLog(log: readonly LoggedChange[]): Promise<void> {
    await makePrivate(this.#folder)
    await addToChangeLog(this.#folder, log, this.#options.sync)
  }

  /**
   * Stores the change of a merge. Resolves to its number.
   * @throws ConflictError if a change is newer than `lastChange`, or is not durable yet
   */
  async commitMerge(lastChange: number, change: Change): Promise<number> {
    this.requireLast(lastChange)
    return this.#commit(change)
  }

  /** @throws ConflictError if a change is newer than `lastChange`, or is not durable yet */
  requireLast(lastChange: number): void {
    if (this.#lastChange !== lastChange || this.#commits.size > 0) throw new ConflictError()
  }

  /**
   * Closes the files, has `rewrite` replace them, and reads them again. Nothing can be changed meanwhile, and nothing any
   * more if `rewrite` stops after its commit.
   */
  rewrite(
    rewrite: (contents: Required<Pick<Snapshot, 'pilots' | 'revoked' | 'lastChange'>>) => Promise<void>,
  ): Promise<void> {
    return this.#readsHistory(async () => {
      if (this.#isUnfinished) throw unfinishedErasing()
      const journal = this.#journal ?? (await this.#openJournal())
      this.#isRewriting = true
      try {
        await Promise.allSettled(this.#commits)
        await this.#snapshotting
        this.#journal = undefined
        await journal.close()
        const [pilots, revoked] = [this.#table.all(), this.#table.revocations()]
        await rewrite({ pilots, revoked, lastChange: this.#lastChange })
      } finally {
        await this.#readAgain().finally(() => {
          this.#isRewriting = false
        })
      }
    })
  }

  /** Until this has ended, nobody knows the number and the file of the next change. */
  async #readAgain(): Promise<void> {
    this.#isUnfinished = true
    if (await hasCommit(this.#folder)) return
    const state = await readState(this.#folder)
    this.#isUnfinished = false
    this.#table = state.table
    this.#pending = new PendingPilots(state.table)
    this.#start = { file: state.journal, isNew: state.isNew, needsSnapshot: state.needsSnapshot }
    this.#lastChange = state.lastChange
    this.#settledChange = state.lastChange
    for (const listener of this.#listeners) listener({ number: this.#lastChange })
  }

  subscribe(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Refuses all further changes. An erasure that has begun can still end. */
  refuseChanges(): void {
    this.#isClosed = true
  }

  /**
   * Waits for pending changes, writes a snapshot if there are new changes and `leaveJournal` is false, and closes the
   * files.
   */
  async close(): Promise<void> {
    this.refuseChanges()
    await Promise.allSettled(this.#commits)
    await this.#snapshotting
    if (!this.#journal) return
    if (this.#lastChange > this.#settledChange && !this.#options.leaveJournal)
      await this.#snapshot(this.#journal).catch(this.#options.report)
    await this.#journal.close()
  }

  async #commitDecision({ pilot, change }: Decision): Promise<Pilot> {
    requireUniqueDocument(pilot, this.#pending.byDocument(pilot))
    await this.#commit(change)
    return pilot
  }

  #newId(): PilotId {
    const id = newPilotId()
    return this.#pending.byId(id) || this.#pending.isRevoked(id) ? this.#newId() : id
  }

  /** Returns the pilot of a code, which a merge may have joined to another one. @throws NotFoundError, RevokedError */
  #required(pilots: Pick<PilotTable, 'byId'>, id: PilotId): Pilot {
    const stored = pilots.byId(id)
    if (stored) return stored
    const codes = new CodeHistory(this.#table.revocations())
    const joined = codes.holder(id)
    const pilot = joined && pilots.byId(joined)
    if (pilot) return pilot
    throw missingPilot(codes.revocation(id))
  }

  /** Returns the identifier of the pilot of a code, and the earlier and joined ones: each card had a different one. */
  #identifiersOf(id: PilotId): Set<PilotId> {
    const revocations = this.#table.revocations()
    const ids = new Set([id, new CodeHistory(revocations).holder(id) ?? id])
    // The loop also visits the identifiers that it adds.
    for (const known of ids) for (const { id: other, next } of revocations) if (next === known) ids.add(other)
    return ids
  }

  /**
   * Writes a change. Callers decide on stored and pending pilots, and call this function without an `await` in
   * between, so that two changes never race. A change is acknowledged, and readers see it, when it is durable.
   * Resolves to the number of the change.
   */
  #commit(change: Change): Promise<number> {
    if (this.#isClosed) throw new MachineError('PilotOS se está cerrando: ábralo y repita')
    if (this.#isRewriting)
      throw new PilotosError('unavailable', 'Se están quitando datos para siempre: repita en un momento')
    if (this.#isUnfinished) throw unfinishedErasing()
    const commit = this.#write(change)
    this.#commits.add(commit)
    return commit.finally(() => this.#commits.delete(commit))
  }

  async #write(change: Change): Promise<number> {
    this.#pending.add(change)
    try {
      const journal = this.#journal ?? (await this.#openJournal())
      const number = await journal.append(change)
      this.#snapshotWhenLong(journal)
      return number
    } finally {
      this.#pending.delete(change)
    }
  }

  #notify({ put = [], remove = [], seen = [] }: Change): void {
    if (this.#listeners.size === 0) return
    const ids = [...put.map(({ id }) => id), ...remove, ...seen.map(({ id }) => id)]
    const notice: Notice = { number: this.#lastChange, ids }
    for (const listener of this.#listeners) listener(notice)
  }

  /** Opens the journal at the first write: a process that only reads leaves the folder unchanged. */
  #openJournal(): Promise<Journal> {
    this.#opening ??= this.#startJournal().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Creates the journal first, then the snapshot that names it, before any change is written to the journal. */
  async #startJournal(): Promise<Journal> {
    const { file, isNew, needsSnapshot } = this.#start
    await makePrivate(this.#folder)
    const next = needsSnapshot && !isNew ? file + 1 : file
    const journal = await openJournal({
      folder: this.#folder,
      file: next,
      lastChange: this.#lastChange,
      sync: this.#options.sync,
      durableLength: this.#options.durableLength,
      requireLock: this.#options.requireLock,
      apply: ({ number, at, change }) => {
        this.#table.apply(change)
        this.#lastChange = number
        this.#lastAt = at
        this.#notify(change)
      },
    })
    try {
      if (needsSnapshot) await this.#writeSnapshot(next, this.#lastChange, this.#contents())
      // The first snapshot is written twice, so that a `.bak` always exists.
      if (isNew) await this.#writeSnapshot(next, this.#lastChange, this.#contents())
    } catch (error) {
      await journal.close()
      throw error
    }
    this.#start = { file: next, isNew: false, needsSnapshot: false }
    this.#journal = journal
    return journal
  }

  #snapshotWhenLong(journal: Journal): void {
    const enough = Math.max(this.#options.journalBytes, this.#table.size * bytesPerPilot)
    if (this.#isClosed || this.#snapshotting || journal.length < enough) return
    this.#snapshotting = this.#snapshot(journal)
      .catch(this.#options.report)
      .finally(() => {
        this.#snapshotting = undefined
      })
  }

  /** Continues the journal in a new file, then writes a snapshot of all changes before that file. */
  async #snapshot(journal: Journal): Promise<void> {
    const { next, lastChange, seen } = await journal.rotate(() => this.#contents())
    await this.#writeSnapshot(next, lastChange, seen)
  }

  #contents(): Pick<Snapshot, 'pilots' | 'revoked'> {
    const revoked = this.#table.revocations()
    return { ...(revoked.length > 0 && { revoked }), pilots: this.#table.all() }
  }

  /** Writes a snapshot. Keeps the previous snapshot as `.bak`, and the journals, since they are the history. */
  async #writeSnapshot(
    journal: number,
    lastChange: number,
    contents: Pick<Snapshot, 'pilots' | 'revoked'>,
  ): Promise<void> {
    const { desk } = this.#options
    const head = { version: formatVersion, journal, lastChange, at: now(), desk, isComplete: true } as const
    this.#snapshots.data = { ...head, ...contents }
    try {
      await this.#snapshots.write()
    } finally {
      this.#snapshots.data = emptySnapshot
    }
    this.#settledChange = lastChange
  }
}

/** More bytes than a pilot needs in the snapshot: a higher limit for the journal means fewer snapshots. */
const bytesPerPilot = 600

function now(): string {
  return new Date().toISOString()
}
