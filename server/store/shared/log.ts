/**
 * The contract of the logs in which all data is stored, which are files of a folder or tables of a database, the data in
 * memory that a log keeps, and the parts in which it stores a change.
 */

import type { StoredSettings } from '#domain/desk/settings'
import { isOfSettings, Shared } from '#domain/desk/shared'
import { type LogEntry, passagesOf } from '#domain/gate/log-entry'
import { PassageLog } from '#domain/gate/passage-log'
import type { Change } from '#domain/pilots/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilots/history/history'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { Rewriting } from '#domain/privacy/erasure'
import type { Account } from '../documents/accounts.ts'
import { PilotTable } from './pilot-table.ts'
import { isOfTombstone, Tombstones, tombstonesIn } from './tombstones.ts'

/** Every method may throw MachineError. */
export interface Log {
  /** The data after the last change that this process knows. The log applies each change to it. */
  readonly state: State
  readonly passages: EntryLog

  /** Applies the changes that other processes have stored to `state`. */
  catchUp(): Promise<void>

  /**
   * Stores the changes that `decide` returns, all or none, once `state` has all changes of others, and applies them. They
   * get the next numbers. A database may call `decide` again after a lost connection, or if others have stored more.
   */
  append(decide: () => readonly Change[]): Promise<void>

  /**
   * Reads a page of all changes ever made, the oldest first. `after` is the previous page's `next`. With `topics`, only
   * the parts of changes that have one of them: see `partAbout`.
   */
  read(after?: string, topics?: ReadonlySet<string>): Promise<ChangeLogPage>

  /**
   * Stores what `decide` returns, as a whole: after a crash, all of it is there or nothing. Nobody changes anything
   * meanwhile. A database may call `decide` again after a lost connection.
   */
  rewrite<Result>(
    kind: WholeKind,
    decide: (frozen: Frozen) => Promise<Whole<Result>>,
  ): Promise<Rewritten<Result>>

  /** Waits for what is being stored, and releases the files or the connections. */
  close(): Promise<void>
}

/** The log of passages. */
export interface EntryLog {
  /** Returns the log with the passages of all processes. */
  current(): Promise<PassageLog>

  /** The number of the last entry that this process knows. */
  readonly lastNumber: number

  /**
   * Stores the entries that `decide` returns, all or none. No other process decides meanwhile, and none has erased anybody
   * whom the tombstones lack.
   */
  append<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog, stones: Tombstones) => Decided,
  ): Promise<Decided>

  /** Calls `listener` with new entries, or with none if all may have changed. Returns a function that unsubscribes it. */
  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void
}

/** The entries of the log of passages that this process knows, and those who listen to further ones. */
export class KnownEntries {
  protected log = new PassageLog()
  protected listeners = new Set<(entries: readonly LogEntry[]) => void>()

  get lastNumber(): number {
    return this.log.lastNumber
  }

  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Adds entries that are durable. */
  protected add(entries: readonly LogEntry[]): void {
    for (const entry of entries) this.log.add(entry)
    if (entries.length > 0) this.notify(entries)
  }

  /** Calls the listeners: see `EntryLog.subscribe`. */
  notify(entries: readonly LogEntry[]): void {
    for (const listener of this.listeners) listener(entries)
  }
}

/** The reason for storing something as a whole, which a person is told if a crash interrupts it. */
export type WholeKind = 'erasing' | 'merging' | 'restoring'

/** All stored data, while nobody changes it. */
export interface Frozen {
  /** Reads all changes ever made, the oldest first. */
  readLog(): Promise<LoggedChange[]>
  entries: readonly LogEntry[]
}

/** Parts that are stored as a whole. Absent parts stay as they are. */
export interface Whole<Result> {
  /** The way in which all stored data is written anew. */
  rewriting?: Rewriting
  /** The change that is appended. */
  change?: Change
  /** The changes of a backup that are added to the history. A change that is already stored counts once. */
  past?: readonly LoggedChange[]
  /** All entries of the log of passages, in their order, in place of the stored ones. */
  entries?: readonly LogEntry[]
  /** Returns the new content of a document, or undefined if it stays. */
  accounts?: (stored: readonly Account[]) => readonly Account[] | undefined
  /** The same for the settings of each laptop. */
  settings?: (stored: StoredSettings) => StoredSettings | undefined
  /** The answer to the order, if it is remembered: one that is sent again gets the same. */
  answer?: object
  result: Result
}

export interface Rewritten<Result> {
  result: Result
  /** The number of the last change. */
  number: number
  /** The numbers of photos and passages that were rewritten. */
  photos: number
  passages: number
  /** The names of files with damaged data that were removed. */
  removed: string[]
}

/** Returns all entries of the log of passages if they differ from those before, and the number of passages rewritten. */
export function rewrittenEntries(
  before: readonly LogEntry[],
  { rewriting, entries }: Pick<Whole<unknown>, 'rewriting' | 'entries'>,
): { entries?: readonly LogEntry[]; passages: number } {
  const kept = rewriting ? (entries ?? before).map(rewriting.entry) : entries
  if (!kept) return { passages: 0 }
  const changed = kept.filter((entry, index) => entry !== before[index])
  const isNew = changed.length > 0 || kept.length !== before.length
  return { ...(isNew && { entries: kept }), passages: rewriting ? passagesOf(changed).length : 0 }
}

/** The data that a log has when it is read. */
export interface Contents {
  table: PilotTable
  shared: Shared
  /** The number of the last change. */
  lastChange: number
  /** The moment of the last change, if there is a change: ISO 8601, UTC. */
  lastAt?: string
}

/** The notice of one change. */
export interface Notice {
  /** The number of the change. */
  number: number
  /** The changed pilots. Absent if any may have changed, as after a restore or a merge. */
  ids?: readonly PilotId[]
}

/** The data in memory, after the last change that is durable. */
export class State {
  #stones: Tombstones | undefined
  #listeners = new Set<(notice: Notice) => void>()
  #contents: Contents

  constructor(contents: Contents = { table: new PilotTable(), shared: new Shared(), lastChange: 0 }) {
    this.#contents = contents
  }

  get pilots(): PilotTable {
    return this.#contents.table
  }

  /** The settings that all desks share. It is the same object until one of them changes. */
  get shared(): Shared {
    return this.#contents.shared
  }

  /** The tombstones of the persons who were erased for ever. */
  get stones(): Tombstones {
    this.#stones ??= new Tombstones(tombstonesIn(this.shared.values))
    return this.#stones
  }

  get lastChange(): number {
    return this.#contents.lastChange
  }

  get lastAt(): string | undefined {
    return this.#contents.lastAt
  }

  /** Applies a change that is durable. */
  apply({ number, at, change }: LoggedChange): void {
    const { put = [], remove = [], seen = [], set, clear, merged } = change
    this.pilots.apply(change)
    if (set) this.#contents.shared = this.shared.with(set)
    if (Object.keys(set ?? {}).some(isOfTombstone)) this.#stones = undefined
    this.#contents.lastChange = number
    this.#contents.lastAt = at
    if (this.#listeners.size === 0) return
    const ids = [...put.map(({ id }) => id), ...remove, ...seen.map(({ id }) => id)]
    this.#notify(clear || merged ? { number } : { number, ids })
  }

  /** Takes the data of a log that was read for the first time, which is no news, or again. */
  replace(contents: Contents, isNews = true): void {
    this.#contents = contents
    this.#stones = undefined
    if (isNews) this.#notify({ number: contents.lastChange })
  }

  /** Takes shared settings that cannot be stored, as those of a folder of before on a disk that is only read. */
  takeShared(shared: Shared): void {
    this.#contents.shared = shared
    this.#stones = undefined
  }

  /** Calls `listener` after every change. Returns a function that unsubscribes it. */
  subscribe(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice)
  }
}

const pilotsPerPart = 500

const emptyRecord = { passages: [], moved: [], accounts: [], past: [], replaced: [], settled: [], open: [] }

/** Returns the parts of a change. Each has what a reader of that part alone needs; the last one has the rest. */
export function partsOf(change: Change): Change[] {
  const { put = [], ...rest } = change
  const { by, clear, importedAt, undoes, desk, file, forgotten } = rest
  const merged = rest.merged && { ...emptyRecord, desk: rest.merged.desk }
  const common = { by, clear, importedAt, undoes, desk, file, forgotten, merged }
  const parts: Change[] = []
  let start = 0
  for (; start + pilotsPerPart < put.length; start += pilotsPerPart)
    parts.push({ ...common, put: put.slice(start, start + pilotsPerPart) })
  return [...parts, { ...rest, ...(put.length > 0 && { put: put.slice(start) }) }]
}

/** Joins the parts of a change. */
export function joinChanges(changes: readonly Change[]): Change {
  const put = changes.flatMap((change) => change.put ?? [])
  return { ...changes.at(-1), ...(put.length > 0 && { put }) }
}

/** The topics of changes of certain kinds. The JSON of such a change has this text, so that other lines need not be parsed. */
export const removing = '"remove":['
export const importing = '"importedAt":'
export const merging = '"merged":'
export const undoing = '"undoes":'
export const setting = '"set":'

/** Returns the topics of a change: the codes of the pilots in it, and its kinds. */
export function* topicsOf(change: Change): Generator<string> {
  const { put = [], remove = [], revoke = [], seen = [] } = change
  for (const { id } of put) yield id
  yield* remove
  for (const { id } of revoke) yield id
  for (const { id } of seen) yield id
  if (remove.length > 0) yield removing
  if (change.importedAt !== undefined) yield importing
  if (change.merged) yield merging
  if (change.undoes !== undefined) yield undoing
  if (change.set && Object.keys(change.set).some(isOfSettings)) yield setting
}

/**
 * Returns the part of a change that has one of the topics: without the other pilots that it puts, unless its kind is
 * asked for. Returns undefined for a change without them.
 */
export function partAbout(change: Change, topics: ReadonlySet<PilotId>): Change | undefined {
  const { put, ...rest } = change
  const isWhole = kinds.some((kind) => topics.has(kind))
  const found = isWhole ? put : put?.filter(({ id }) => topics.has(id))
  if (found?.length && !isWhole) return { ...change, put: found }
  for (const topic of topicsOf(isWhole ? change : rest))
    if (topics.has(topic)) return { ...change, put: found }
  return undefined
}

const kinds = [removing, importing, merging, undoing, setting]
