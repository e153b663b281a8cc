/** The contract of the logs in which all data is stored: files of a folder, or tables of a database. */

import { type LogEntry, passagesOf } from '#domain/gate/log-entry'
import type { PassageLog } from '#domain/gate/passage-log'
import type { Change } from '#domain/pilots/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilots/history/history'
import type { Rewriting } from '#domain/privacy/erasure'
import type { Account } from '../documents/account-store.ts'
import type { StoredSettings } from '../documents/settings-store.ts'
import type { State } from './state.ts'
import type { Tombstones } from './tombstones.ts'

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

  /** Adds the history from a backup. A change that is already stored counts once. */
  addPast(log: readonly LoggedChange[]): Promise<void>

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

  /** Stores the entries that `decide` returns, all or none. No other process decides meanwhile. */
  append<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog) => Decided,
  ): Promise<Decided>

  /** Calls `listener` with new entries, or with none if all may have changed. Returns a function that unsubscribes it. */
  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void
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
  /** The changes of another desk that are added to the history. */
  past?: readonly LoggedChange[]
  /** All entries of the log of passages, in their order, in place of the stored ones. */
  entries?: readonly LogEntry[]
  stones?: Tombstones
  /** Returns the new content of a document, or undefined if it stays. */
  accounts?: (stored: readonly Account[]) => readonly Account[] | undefined
  /** The same for the settings. In a database, those of each laptop are a document beside the shared one. */
  settings?: (stored: StoredSettings, areShared: boolean) => StoredSettings | undefined
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
