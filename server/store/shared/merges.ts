/** The merges of any store: a change, the history of another desk, passages and accounts, which are stored as a whole. */
import { ConflictError } from '#domain/errors'
import { changedLog } from '#domain/gate/passage-changes'
import type { MergeStore, StoredMerge } from '../contract/merge-store.ts'
import { mergedAccounts } from './accounts.ts'
import type { Sessions } from './sessions.ts'
import type { Store } from './store.ts'

export class Merges implements MergeStore {
  constructor(
    private readonly store: Store,
    private readonly sessions: Pick<Sessions, 'endAll'>,
  ) {}

  async commit({ lastChange, change, past, passages, accounts }: StoredMerge): Promise<number> {
    const { number } = await this.store.rewrite('merging', async ({ entries }) => {
      if (this.store.state.lastChange !== lastChange) throw new ConflictError()
      const { add, drop, move } = passages
      return {
        change,
        past,
        ...(add.length + drop.length + move.length > 0 && { entries: changedLog(entries, passages) }),
        ...(accounts.add.length + accounts.drop.length > 0 && {
          accounts: (stored) => mergedAccounts(stored, accounts),
        }),
        result: undefined,
      }
    })
    const dropped = new Set(accounts.drop)
    if (dropped.size > 0) await this.sessions.endAll((user) => dropped.has(user))
    return number
  }
}
