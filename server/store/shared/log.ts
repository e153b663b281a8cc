/** The contract of the log of changes, in which all data is stored: the journals of a folder, or a table of a database. */
import type { Change } from '#domain/pilot/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilot/change-log'
import type { State } from './state.ts'

/** Every method may throw MachineError. */
export interface Log {
  /** The data after the last change that this process knows. The log applies each change to it. */
  readonly state: State

  /** Applies the changes that other processes have stored to `state`. */
  catchUp(): Promise<void>

  /**
   * Stores the changes that `decide` returns, all or none, once `state` has all changes of others, and applies them. They
   * get the next numbers. A database may call `decide` again after a lost connection, or if others have stored more.
   */
  append(decide: () => readonly Change[]): Promise<void>

  /**
   * Reads a page of all changes ever made, the oldest first. `after` is the previous page's `next`. With `topics`, only
   * the parts of changes that have one of them: see `topicsOf`.
   */
  read(after?: string, topics?: ReadonlySet<string>): Promise<ChangeLogPage>

  /** Adds the history from a backup. A change that is already stored counts once. */
  addPast(log: readonly LoggedChange[]): Promise<void>

  /** Waits for what is being stored, and releases the files or the connections. */
  close(): Promise<void>
}
