/** The settings, on the documents of any store. */
import type { StoredEvents } from '#domain/events/event'
import { isObject } from '#domain/text/text'
import type { DocumentKind, StoredDocument } from './documents.ts'
import {
  changedEvents,
  changedSettings,
  parseSettings,
  type Settings,
  type StoredSettings,
  withoutEvents,
} from './settings-store.ts'

/** Damaged settings count as none, since staff can enter them again. */
export const settingsKind: DocumentKind<StoredSettings> = {
  empty: {},
  parse: (value) => (isObject(value) ? value : {}),
  format: (settings) => JSON.stringify(settings, null, 2),
}

/** The settings that all servers of a database share. The others belong to one machine. */
const sharedNames: readonly string[] = [
  'publicData',
  'brand',
  'validity',
  'gate',
  'retention',
  'consent',
  'events',
] satisfies (keyof Settings)[]

/** The settings of a machine, and those that it shares with others, if they are stored in another document. */
export class DocumentSettings {
  /** The settings as of the last check, if they are watched. */
  current: Settings = {}
  #isWatched = false
  #listeners = new Set<() => void>()

  constructor(
    private readonly own: StoredDocument<StoredSettings>,
    private readonly shared = own,
  ) {}

  async read(): Promise<Settings> {
    const parts = await Promise.all(this.#documents.map(async (document) => (await document.read()).data))
    return parseSettings(Object.assign({}, ...parts))
  }

  /** Changes the given settings and keeps the others. */
  async change(some: Settings): Promise<void> {
    for (const document of this.#documents) {
      const isIts = (name: string) => document === (sharedNames.includes(name) ? this.shared : this.own)
      const part = Object.fromEntries(Object.entries(some).filter(([name]) => isIts(name)))
      if (Object.keys(part).length > 0) await document.change((stored) => changedSettings(stored, part))
    }
    await this.check()
  }

  /**
   * Stores the events that `decide` returns, and keeps the others. No other change, also of another server, comes
   * between. A database may call `decide` again after a lost connection.
   */
  async changeEvents(decide: (stored: StoredEvents) => StoredEvents): Promise<void> {
    await this.shared.change((stored) => changedEvents(stored, decide))
    await this.check()
  }

  async removeEvents(ids: readonly string[]): Promise<void> {
    await this.shared.change((stored) => withoutEvents(stored, ids))
    await this.check()
  }

  /** Returns the settings in memory, which follow every change, also one of another server. */
  async watch(): Promise<OpenSettings> {
    this.#isWatched = true
    await this.check()
    return this
  }

  /** Reads the settings again if they are watched, since another process may have changed them. */
  async check(): Promise<void> {
    if (!this.#isWatched) return
    const settings = await this.read()
    if (JSON.stringify(settings) === JSON.stringify(this.current)) return
    this.current = settings
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after each change of watched settings. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get #documents(): StoredDocument<StoredSettings>[] {
    return [...new Set([this.own, this.shared])]
  }
}

export type SettingsStore = Pick<DocumentSettings, 'read' | 'change'>

/** The settings that a server has open. */
export type WatchedSettings = SettingsStore & Pick<DocumentSettings, 'watch' | 'subscribe'>

/** The settings in memory, as of the last change. */
export type OpenSettings = Pick<DocumentSettings, 'current' | 'change' | 'removeEvents' | 'changeEvents'>
