/** The contract of what is stored as a whole: the merge of another desk's data, and a restore. After a crash, all of it is
 * there or nothing. */
import type { StoredEvents } from '#domain/event/event'
import type { LogEntry } from '#domain/gate/settlement'
import type { MergeOrder } from '#domain/merge/merge'
import type { Revocation } from '#domain/pilot/change'
import type { Pilot } from '#domain/pilot/pilot'
import type { Account } from './account-store.ts'
import type { Settings } from './settings-store.ts'

export interface MergeStore {
  /**
   * Stores a merge, or the undo of one, as a whole: after a crash, all of it is there or nothing. The photos are stored
   * before. Resolves to the number of the change.
   * @throws ConflictError if a change is newer than `lastChange`, MachineError
   */
  commit(order: StoredMerge): Promise<number>

  /** Replaces all data by that of a backup, whose photos and history are stored before. @throws MachineError */
  restore(order: StoredRestore): Promise<void>
}

export interface StoredRestore {
  pilots: readonly Pilot[]
  revoked: readonly Revocation[]
  by: string
  accounts: readonly Account[]
  /** True if the sessions stay of accounts that are the same afterwards. */
  keepsSessions: boolean
  /** Absent if the log of passages stays as it is. */
  entries?: readonly LogEntry[]
  /** The settings that are replaced. */
  settings: Pick<Settings, 'validity' | 'consent'>
  /** The events that are added: those of before stay, and so do their passages. */
  events?: StoredEvents
}

export interface StoredMerge extends MergeOrder {
  accounts: {
    /** The accounts to add, unless an account has the same name. */
    add: readonly Account[]
    /** The names of the accounts to remove. */
    drop: readonly string[]
  }
  events?: {
    /** The events of the other desk, of which those that this store lacks are added: see `addEvents`. */
    add?: StoredEvents
    /** The identifiers of the events to remove. */
    drop?: readonly string[]
  }
}
