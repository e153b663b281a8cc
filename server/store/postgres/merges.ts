/** The merges in PostgreSQL: each is one transaction over the pilots, the history, the passages and the accounts. */
import { ConflictError } from '#domain/errors'
import type { Change } from '#domain/pilot/change'
import { documentOf } from '#domain/pilot/document'
import type { Account } from '../contract/account-store.ts'
import type { MergeStore, StoredMerge } from '../contract/merge-store.ts'
import { mergedAccounts } from '../shared/accounts.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database, Queryable } from './connection/database.ts'
import type { DocumentRow } from './documents.ts'
import { lastOwnChange, writeChange } from './history.ts'
import { changePassages } from './passages.ts'
import { clearDocuments, deletePilots, insertPilots, readPilots, updatePilots } from './pilot-rows.ts'

export class PostgresMerges implements MergeStore {
  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
    private readonly accounts: DocumentRow<readonly Account[]>,
  ) {}

  /** Locks in the order of every other write: the pilots first, and last the row that orders all changes. */
  commit({ lastChange, change, past, passages, accounts }: StoredMerge): Promise<number> {
    return writeChange(this.database, this.changes, async (transaction) => {
      // A document that another pilot has since would be no conflict, but a collision.
      await requireLast(transaction, lastChange)
      const growth = await writePilots(transaction, change)
      if (accounts.add.length + accounts.drop.length > 0)
        await this.accounts.changeIn(transaction, (all) => mergedAccounts(all, accounts))
      await changePassages(transaction, passages)
      await transaction.query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
      await requireLast(transaction, lastChange)
      return { change, past, growth, result: 0, numbered: (number) => number }
    })
  }
}

/** @throws ConflictError if this store has made a change since the one with the number `lastChange` */
async function requireLast(transaction: Queryable, lastChange: number): Promise<void> {
  if ((await lastOwnChange(transaction)) !== lastChange) throw new ConflictError()
}

/** Writes the pilots of a change, and returns the number of added pilots, negative if pilots are removed. */
async function writePilots(transaction: Queryable, { put = [], remove = [] }: Change): Promise<number> {
  const ids = [...put.map(({ id }) => id), ...remove]
  const { byId } = await readPilots(transaction, { ids }, { locks: true })
  const removed = remove.filter((id) => byId(id))
  const updated = put.filter(({ id }) => byId(id))
  const added = put.filter(({ id }) => !byId(id))
  const withOther = updated.filter((pilot) => {
    const stored = byId(pilot.id)
    return stored && documentOf(stored) !== documentOf(pilot)
  })
  await deletePilots(transaction, removed)
  await clearDocuments(
    transaction,
    withOther.map(({ id }) => id),
  )
  await updatePilots(transaction, updated)
  await insertPilots(transaction, added)
  return added.length - removed.length
}
