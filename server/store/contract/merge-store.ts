/** The contract of the merge of another desk's data. */
import type { MergeOrder } from '#domain/merge/merge'
import type { Account } from './account-store.ts'

export interface MergeStore {
  /**
   * Stores a merge, or the undo of one, as a whole: after a crash, all of it is there or nothing. The photos are stored
   * before. Resolves to the number of the change.
   * @throws ConflictError if a change is newer than `lastChange`, MachineError
   */
  commit(order: StoredMerge): Promise<number>
}

export interface StoredMerge extends MergeOrder {
  accounts: {
    /** The accounts to add, unless an account has the same name. */
    add: readonly Account[]
    /** The names of the accounts to remove. */
    drop: readonly string[]
  }
}
