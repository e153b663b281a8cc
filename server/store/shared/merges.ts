/** The merges of any store: a change, the history of another desk, passages and accounts, which are stored as a whole. */
import { eventsOfNow } from '#domain/desk/class-settings'
import { forgettingAll } from '#domain/desk/done-orders'
import {
  changedEvents,
  changedSettings,
  parseSettings,
  type Settings,
  type StoredSettings,
  withoutEntries,
} from '#domain/desk/settings'
import { joinedSets, withJoined } from '#domain/desk/shared'
import { ConflictError } from '#domain/errors'
import { requireOneCurrency, withoutParts } from '#domain/events/added-parts'
import type { StoredEvents } from '#domain/events/event'
import { addEvents } from '#domain/events/events'
import { changedLog, type LogEntry } from '#domain/gate/log-entry'
import type { MergeOrder } from '#domain/merge/merge'
import type { Merged, Revocation } from '#domain/pilots/change'
import { nameOfNow } from '#domain/pilots/classes/renamed'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { ChangedFields, Definitions } from '#domain/pilots/own/definitions'
import {
  joinedDefinitions,
  restoredDefinitions,
  undoneDefinitions,
} from '#domain/pilots/own/joined-definitions'
import type { Pilot } from '#domain/pilots/pilot'
import { namesMatch } from '#domain/text/names'
import { withSpentNumbers } from '#domain/till/receipts'
import type { Account, AccountSessions } from '../documents/accounts.ts'
import type { Store } from './store.ts'
import { type TombstoneSet, tombstoneValues } from './tombstones.ts'

export class Merges {
  constructor(
    private readonly store: Store,
    private readonly sessions: AccountSessions,
  ) {}

  /**
   * Stores a merge, or the undo of one, as a whole: after a crash, all of it is there or nothing. The photos are stored
   * before. Resolves to the number of the change.
   * @throws ConflictError if a change is newer than `lastChange`, MachineError
   */
  async commit({
    lastChange,
    change,
    past,
    passages,
    accounts,
    events = {},
    fields,
    fieldsBack,
    settings = {},
    othersErased,
    answer,
  }: StoredMerge): Promise<number> {
    const { number } = await this.store.rewrite('merging', async ({ entries }) => {
      const { shared, stones, lastChange: last } = this.store.state
      if (last !== lastChange) throw new ConflictError()
      const merged = withMerged(withJoined(shared.stored, settings), fields, fieldsBack)
      const { add, drop, move } = passages
      return {
        change: {
          ...change,
          set: joinedSets(
            shared.to(withEvents(merged, events, lastChange + 1)),
            othersErased && tombstoneValues(stones.sets, stones.withOnlyOthers(othersErased).sets),
          ),
        },
        past,
        ...(add.length + drop.length + move.length > 0 && { entries: changedLog(entries, passages) }),
        answer,
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

  /**
   * Replaces all data by that of a backup, whose photos are stored before, and adds its history. Resolves to false, and
   * stores nothing, if the tombstones of the store are no longer `erased`.
   * @throws PilotosError if the amounts of an event would be in several currencies, MachineError
   */
  async restore({
    pilots,
    revoked,
    past,
    erased,
    by,
    accounts,
    keepsSessions,
    entries,
    answer,
    settings: { fields, events, ...copy },
  }: StoredRestore): Promise<boolean> {
    const { result } = await this.store.rewrite<boolean>('restoring', async () => {
      const { stones, shared, lastChange } = this.store.state
      if (!stones.equals({ sets: erased })) return { result: false }
      requireOneCurrency(shared.settings.events, events, pilots)
      const spent = withSpent(shared.stored, this.store.state.pilots.all())
      const settings = restoredSettings(shared.settings, copy)
      const restored = withFields(changedSettings(spent, settings), fields, restoredDefinitions)
      const set = shared.to(withEvents(restored, { add: events }, lastChange + 1))
      return {
        change: {
          clear: true,
          put: pilots,
          revoke: revoked,
          set: joinedSets(set, forgettingAll(shared.values)),
          by,
        },
        past,
        ...(entries && { entries: entries.map((entry, index) => ({ ...entry, number: index + 1 })) }),
        accounts: () => accounts,
        answer,
        result: true,
      }
    })
    if (!result) return false
    if (keepsSessions) await this.sessions.check()
    else await this.sessions.endAll(() => true)
    return true
  }

  /** Returns the answer to the running order if it was done before: a restore, or the undo of a merge. */
  async answeredBefore(): Promise<unknown> {
    return (await this.store.doneBefore())?.result
  }
}

export type MergeStore = Pick<Merges, keyof Merges>

export interface StoredRestore {
  pilots: readonly Pilot[]
  revoked: readonly Revocation[]
  /** The history of the backup. */
  past: readonly LoggedChange[]
  /** The tombstones of this store that say who is left out. */
  erased: readonly TombstoneSet[]
  by: string
  accounts: readonly Account[]
  /** True if the sessions stay of accounts that are the same afterwards. */
  keepsSessions: boolean
  /** Absent if the log of passages stays as it is. */
  entries?: readonly LogEntry[]
  /** The settings of the backup. Its events are added: those of before stay, and so do their passages. */
  settings: Settings
  /** The answer to the order, if it is remembered. */
  answer?: object
}

export interface StoredMerge extends MergeOrder {
  /** The answer to the order, if it is remembered. */
  answer?: object
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
    /** The parts that a merge which is undone had added to other events. */
    parts?: Merged['eventParts']
  }
  /** The definitions of fields of one's own and the classes of the other desk: see `joinedDefinitions`. */
  fields?: Definitions
  /** The settings of the other desk of which this store gets what it lacks: see `joinedSettings`. */
  settings?: Settings
  /** Those of a merge that is undone: see `undoneDefinitions`. */
  fieldsBack?: ChangedFields
  /** The tombstones of other desks that count afterwards. Absent if they stay. */
  othersErased?: readonly TombstoneSet[]
}

/**
 * Returns the settings of a backup that count: its rules and texts, unless people may have accepted a newer consent since, and
 * of its choices those that nobody has made here, as a new folder looks as the one before.
 */
function restoredSettings(own: Settings, { validity, waivers, consent, ...choices }: Settings): Settings {
  const absent = Object.entries(choices).filter(([name]) => !(name in own))
  return {
    ...Object.fromEntries(absent),
    ...(validity && { validity }),
    ...(waivers && { waivers }),
    ...(consent && consent.version > (own.consent?.version ?? 0) && { consent }),
  }
}

/** Returns shared settings that keep the last numbers of receipts: see `withSpentNumbers`. */
function withSpent(stored: StoredSettings, riders: readonly Pilot[]): StoredSettings {
  if (!riders.some(({ payments }) => payments)) return stored
  return changedEvents(stored, (events) => withSpentNumbers(events, riders))
}

/** Returns shared settings after a merge of the fields, or the undo of one. */
function withMerged(
  stored: StoredSettings,
  fields: Definitions | undefined,
  fieldsBack: ChangedFields | undefined,
): StoredSettings {
  const merged = withFields(stored, fields, (own, other) => joinedDefinitions(own, other).fields)
  if (!fieldsBack) return merged
  const { back, gone } = undoneDefinitions(parseSettings(merged).fields ?? {}, fieldsBack)
  return withoutEntries(changedSettings(merged, { fields: back }), 'fields', gone)
}

/** Returns shared settings with the fields that `join` makes of those that are stored then and of some others. */
function withFields(
  stored: StoredSettings,
  others: Definitions | undefined,
  join: (own: Definitions, others: Definitions) => Definitions,
): StoredSettings {
  if (!others) return stored
  return changedSettings(stored, { fields: join(parseSettings(stored).fields ?? {}, others) })
}

/**
 * Returns shared settings with the events to add, which begin after the change before `change`, and without those to drop.
 * The events of the other desk have the names that modalidades have here, so that one number is not reserved twice.
 */
function withEvents(
  stored: StoredSettings,
  { add, drop = [], parts }: NonNullable<StoredMerge['events']>,
  change: number,
): StoredSettings {
  const { fields } = parseSettings(stored)
  const added = add
    ? changedEvents(stored, (own) => addEvents(own, eventsOfNow(add, fields), change))
    : stored
  const nameOf = (name: string) => nameOfNow('modalidad', name, fields) ?? name
  const left = parts ? changedEvents(added, (own) => withoutParts(own, parts, nameOf)) : added
  return withoutEntries(left, 'events', drop)
}

/** Returns the accounts after a merge, or undefined if they stay. An account whose name is taken is not added. */
function mergedAccounts(
  all: readonly Account[],
  { add, drop }: StoredMerge['accounts'],
): readonly Account[] | undefined {
  const kept = all.filter(({ user }) => !drop.includes(user))
  const added = add.filter(({ user }) => !kept.some((one) => namesMatch(one.user, user)))
  return added.length > 0 || kept.length < all.length ? [...kept, ...added] : undefined
}
