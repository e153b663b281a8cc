/** The merges of any store: a change, the history of another desk, passages and accounts, which are stored as a whole. */
import { ConflictError } from '#domain/errors'
import { addEvents, withoutEvents } from '#domain/event/events'
import { changedLog } from '#domain/gate/passage-changes'
import type { MergeStore, StoredMerge, StoredRestore } from '../contract/merge-store.ts'
import { changedEvents, changedSettings } from '../contract/settings-store.ts'
import { mergedAccounts } from './accounts.ts'
import type { Sessions } from './sessions.ts'
import type { DocumentSettings } from './settings.ts'
import type { Store } from './store.ts'

export class Merges implements MergeStore {
  constructor(
    private readonly store: Store,
    private readonly sessions: Pick<Sessions, 'endAll' | 'check'>,
    private readonly settings: Pick<DocumentSettings, 'check'>,
  ) {}

  async commit({ lastChange, change, past, passages, accounts, events = {} }: StoredMerge): Promise<number> {
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
        ...((events.add || events.drop) && {
          settings: (stored) =>
            changedEvents(stored, (own) =>
              withoutEvents(addEvents(own, events.add, lastChange + 1), events.drop ?? []),
            ),
        }),
        result: undefined,
      }
    })
    await this.settings.check()
    const dropped = new Set(accounts.drop)
    if (dropped.size > 0) await this.sessions.endAll((user) => dropped.has(user))
    return number
  }

  async restore({
    pilots,
    revoked,
    by,
    accounts,
    keepsSessions,
    entries,
    settings,
    events,
  }: StoredRestore): Promise<void> {
    await this.store.rewrite('restoring', async () => ({
      change: { clear: true, put: pilots, revoke: revoked, by },
      ...(entries && { entries: entries.map((entry, index) => ({ ...entry, number: index + 1 })) }),
      accounts: () => accounts,
      settings: (stored) => {
        const changed = changedSettings(stored, settings)
        if (!events) return changed
        return changedEvents(changed, (own) => addEvents(own, events, this.store.state.lastChange + 1))
      },
      result: undefined,
    }))
    await this.settings.check()
    if (keepsSessions) await this.sessions.check()
    else await this.sessions.endAll(() => true)
  }
}
