/** The settings of one laptop, in a document of any store, together with those that all desks share, in the log. */

import { decideList, itemPart, type ListName, type ListOrder } from '#domain/desk/lists'
import { changedSettings, parseSettings, type Settings, type StoredSettings } from '#domain/desk/settings'
import { type Shared, settingsIn } from '#domain/desk/shared'
import { sharedHistory } from '#domain/desk/shared-history'
import type { StoredEvents } from '#domain/events/event'
import type { IssuedList } from '#domain/events/startlist/group'
import { decideIssue, type IssueOrder } from '#domain/events/startlist/issue'
import { passagesOf } from '#domain/gate/log-entry'
import type { Passage } from '#domain/gate/passage'
import type { Pilot } from '#domain/pilots/pilot'
import { setting } from '../shared/log.ts'
import type { PendingState, Store } from '../shared/store.ts'
import { type Part, type Seen, transactSeen, versionOf } from '../shared/versions.ts'
import type { DocumentKind, StoredDocument } from './stored-document.ts'

export const settingsKind: DocumentKind<StoredSettings> = {
  empty: {},
  lost: 'Elija otra vez las impresoras de esta laptop',
  keepsCopy: true,
  parse: (settings) => settings,
  contentOf: (settings) => settings,
}

/** A decision on settings that all desks share, and on riders. */
interface Decided<Result> {
  some: Settings
  put?: readonly Pilot[]
  result: Result
}

/** All settings. */
export class AllSettings {
  /** The settings as of the last check, if they are watched. */
  current: Settings = {}
  #isWatched = false
  /** The number of reads of the document that have begun, and of the last one that is current. */
  #reads = { begun: 0, current: 0 }
  #listeners = new Set<() => void>()
  /** The settings of which `current` is made. */
  #known: { own: StoredSettings; shared?: Shared } = { own: {} }

  constructor(
    private readonly own: StoredDocument<StoredSettings>,
    private readonly store: Store,
  ) {}

  async read(): Promise<Settings> {
    const [{ data }, { shared }] = await Promise.all([this.own.read(), this.store.current()])
    return together(data, shared)
  }

  /** Returns the settings in memory if they are watched, and else reads them. */
  async latest(): Promise<Settings> {
    return this.#isWatched ? this.current : this.read()
  }

  /** Changes the given settings and keeps the others. `by` is the author: see `roles.ts`. */
  async change({ ...some }: Settings, by?: string): Promise<void> {
    const own: Settings = settingsIn(some, false)
    const common: Settings = settingsIn(some, true)
    if (Object.keys(common).length > 0) await this.decide(() => ({ some: common, result: undefined }), by)
    if (Object.keys(own).length > 0) await this.own.change((stored) => changedSettings(stored, own))
    await this.check()
  }

  /** Stores the events that `decide` returns, keeps the others, and returns the identifiers of the stored ones. */
  changeEvents(
    decide: (stored: StoredEvents, state: PendingState) => StoredEvents,
    by?: string,
    seen?: Seen,
  ): Promise<string[]> {
    return this.decide(
      ({ events: stored = {} }, state) => {
        const events = decide(stored, state)
        return { some: { events }, result: Object.keys(events) }
      },
      by,
      seen,
    )
  }

  /** Removes the event whose identifier `decide` returns. No passage is stored meanwhile. */
  removeEvent(
    decide: (stored: StoredEvents, state: PendingState, passages: readonly Passage[]) => string,
    by?: string,
  ): Promise<void> {
    return this.store.transactBesidePassages((state, entries) => {
      const { shared } = state
      const id = decide(shared.settings.events ?? {}, state, passagesOf(entries))
      return { change: { set: shared.without('events', [id]), by }, result: undefined }
    })
  }

  /**
   * Changes an item of a list, with all that follows it, and returns its key. The order is data, since a command sends it
   * to a running server. @throws InvalidError, NotFoundError, PilotosError
   */
  changeItem<Name extends ListName>(list: Name, order: ListOrder<Name>, by?: string): Promise<string> {
    const { key: seenKey = '', version, event } = order as { key?: string; version?: string; event?: string }
    const seen = { part: itemPart(list, seenKey, event), version }
    const decide = (settings: Settings, state: PendingState) => {
      const { key, changed } = decideList(settings, list, order, () => state.all())
      return { some: changed, result: key }
    }
    return this.decide(decide, by, seen)
  }

  /** Issues a start list in the open event, and returns it with its version. @throws PilotosError */
  issueStartList(order: IssueOrder, by?: string): Promise<IssuedList> {
    return this.decide(({ events: before }) => {
      const { events, issued } = decideIssue(before, order)
      return { some: { events }, result: issued }
    }, by)
  }

  /** Returns who has changed what of the settings that all desks share, the newest first. */
  async history() {
    return sharedHistory(await this.store.history(new Set([setting])))
  }

  /**
   * Stores the settings and the riders that `decide` returns, in one change, and keeps the others. An edit that began with
   * what somebody has changed since is refused, unless its values are stored already.
   * @throws PilotosError which says who has changed what
   */
  decide<Result>(
    decide: (settings: Settings, state: PendingState) => Decided<Result>,
    by?: string,
    seen?: Seen,
  ): Promise<Result> {
    return transactSeen(this.store, seen, (state) => {
      const { shared } = state
      const { some, put, result } = decide(shared.settings, state)
      return { change: { put, set: shared.changedBy(some), by }, result }
    })
  }

  /** Returns the version that a part has in `current`, with which an edit begins. */
  versionOf(part: Part): string {
    return versionOf((this.#known.shared ?? this.store.state.shared).settingValues, part)
  }

  /** Returns the settings in memory, which follow every change, also one of another server. */
  async watch(): Promise<OpenSettings> {
    if (!this.#isWatched) this.store.state.subscribe(() => this.#become(this.#known.own))
    this.#isWatched = true
    await this.check()
    return this
  }

  /** Reads the settings again if they are watched, since another process may have changed them. */
  async check(): Promise<void> {
    if (!this.#isWatched) return
    this.#reads.begun += 1
    const number = this.#reads.begun
    const [{ data }] = await Promise.all([this.own.read(), this.store.current()])
    // A read that began before another one and ends after it may have seen what that one no longer saw.
    if (number < this.#reads.current) return
    this.#reads.current = number
    this.#become(data)
  }

  #become(own: StoredSettings): void {
    const { shared } = this.store.state
    const before = this.#known
    this.#known = { own, shared }
    if (own === before.own && shared.settings === before.shared?.settings) return
    const settings = together(own, shared)
    if (JSON.stringify(settings) === JSON.stringify(this.current)) return
    this.current = settings
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after each change of watched settings. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function together(own: StoredSettings, { settings }: Shared): Settings {
  return { ...parseSettings(settingsIn(own, false)), ...settings }
}

export type SettingsStore = Pick<AllSettings, 'read' | 'change' | 'changeItem' | 'issueStartList' | 'history'>

/** The settings that a server has open. */
export type WatchedSettings = SettingsStore & Pick<AllSettings, 'watch' | 'subscribe'>

/** The settings in memory, as of the last change. */
export type OpenSettings = Pick<
  AllSettings,
  'current' | 'change' | 'removeEvent' | 'changeEvents' | 'decide' | 'versionOf'
>
