/**
 * The settings, on the documents of any store: the printer's offset, the last public address, the mappings of imports, and
 * the choices of the screen *Ajustes*.
 */
import { isDeepStrictEqual } from 'node:util'
import { parseReception, type Reception } from '#domain/applications/reception'
import { isOffset, type Offset } from '#domain/credential/cards'
import { type Printing, parsePrinting } from '#domain/credential/printing'
import { parseRules, type ValidityRules } from '#domain/credential/validity-rules'
import { type Brand, parseBrand } from '#domain/desk/brand'
import { decideClassSettings, eventsOfNow } from '#domain/desk/class-settings'
import { parseEvents, type StoredEvent, type StoredEvents } from '#domain/events/event'
import { decideIssue, type IssueOrder } from '#domain/events/startlist/issue'
import type { IssuedList } from '#domain/events/startlist/issued'
import { type GateSettings, parseGateSettings } from '#domain/gate/passage'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import type { ClassesOrder } from '#domain/pilots/classes/class-changes'
import { type Definitions, parseDefinitions } from '#domain/pilots/own/definitions'
import { decideFields, type FieldsOrder } from '#domain/pilots/own/own-changes'
import type { OwnName } from '#domain/pilots/own/own-name'
import { type ConsentText, parseConsentText } from '#domain/privacy/consent'
import { parseRetention, type RetentionRules } from '#domain/privacy/retention'
import { isPublicData, type PublicData } from '#domain/staff/roles'
import { isObject, readEntries } from '#domain/text/text'
import { isLetter } from '#domain/till/lines'
import { parseWaiverTexts, type WaiverTexts } from '#domain/waivers/waiver'
import type { DocumentKind, StoredDocument } from './stored-document.ts'

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
  'fields',
  'reception',
  'waivers',
  'receipts',
] satisfies (keyof Settings)[]

/** The settings of a machine, and those that it shares with others, if they are stored in another document. */
export class DocumentSettings {
  /** The settings as of the last check, if they are watched. */
  current: Settings = {}
  #isWatched = false
  /** The number of reads that have begun, and of the last one whose settings are current. */
  #reads = { begun: 0, current: 0 }
  #listeners = new Set<() => void>()
  /** The stored documents as of the last read whose settings are current. */
  #stored: { own: StoredSettings; shared: StoredSettings } = { own: {}, shared: {} }

  constructor(
    private readonly own: StoredDocument<StoredSettings>,
    private readonly shared = own,
  ) {}

  async read(): Promise<Settings> {
    const { own, shared } = await this.#readStored()
    return parseSettings({ ...own, ...shared })
  }

  /** Returns the settings in memory if they are watched, and else reads them. */
  async latest(): Promise<Settings> {
    return this.#isWatched ? this.current : this.read()
  }

  async #readStored(): Promise<{ own: StoredSettings; shared: StoredSettings }> {
    const [own = {}, shared = own] = await Promise.all(
      this.#documents.map(async (document) => (await document.read()).data),
    )
    return { own, shared }
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

  /**
   * Changes the definitions of fields, like `changeEvents`, and returns the name of the field. The order is data, since
   * a command sends it to a running server.
   * @throws InvalidError, NotFoundError, PilotosError
   */
  async changeFields(order: FieldsOrder): Promise<OwnName | undefined> {
    return this.#define(({ fields = {} }) => {
      const decided = decideFields(fields, order)
      return { result: decided.name, changed: { fields: decided.fields } }
    })
  }

  /**
   * Changes the classes, like `changeFields`, with the settings that have their names, and returns the key of the class.
   * @throws InvalidError, NotFoundError, PilotosError
   */
  async changeClasses(order: ClassesOrder): Promise<string | undefined> {
    return this.#define((settings) => {
      const { decided, changed } = decideClassSettings(settings, order)
      return { result: decided.key, changed }
    })
  }

  /** Stores the definitions that `decide` returns, with the settings that change with them. */
  async #define<Result>(decide: (settings: Settings) => Defined<Result>): Promise<Result | undefined> {
    let decided: Defined<Result> | undefined
    await this.shared.change((stored) => {
      const settings = parseSettings(stored)
      // An earlier attempt may be stored: of a move, a second one would be another move.
      if (decided && areStored(decided.changed.fields, settings.fields)) return stored
      decided = decide(settings)
      return changedSettings(stored, decided.changed)
    })
    await this.check()
    return decided?.result
  }

  /** Issues a start list in the open event, like `changeFields`, and returns it with its version. @throws PilotosError */
  async issueStartList(order: IssueOrder): Promise<IssuedList> {
    let version: IssuedList | undefined
    await this.shared.change((stored) => {
      const { events, issued } = decideIssue(parseSettings(stored).events, order)
      version = issued
      return changedSettings(stored, { events })
    })
    await this.check()
    return version as IssuedList
  }

  async removeEvents(ids: readonly string[]): Promise<void> {
    await this.shared.change((stored) => withoutEntries(stored, 'events', ids))
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
    this.#reads.begun += 1
    const number = this.#reads.begun
    this.#become(await this.#readStored(), number)
  }

  /** Begins a read by another reader, and returns the function that receives the shared settings. */
  beginRead(): (shared: StoredSettings) => void {
    this.#reads.begun += 1
    const number = this.#reads.begun
    return (shared) => {
      if (this.#isWatched) this.#become({ own: this.#stored.own, shared }, number)
    }
  }

  #become(stored: { own: StoredSettings; shared: StoredSettings }, number: number): void {
    // A read that began before another one and ends after it may have seen what that one no longer saw.
    if (number < this.#reads.current) return
    this.#reads.current = number
    const { own, shared } = this.#stored
    if (stored.own === own && stored.shared === shared) return
    this.#stored = stored
    const settings = parseSettings({ ...stored.own, ...stored.shared })
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

/** A decision on definitions, with its result for the caller. */
interface Defined<Result> {
  result: Result
  changed: Pick<Settings, 'fields' | 'validity' | 'events'>
}

function areStored(decided: Definitions = {}, fields: Definitions = {}): boolean {
  return Object.entries(decided).every(([name, field]) =>
    isDeepStrictEqual(fields[name as keyof Definitions], field),
  )
}

export type SettingsStore = Pick<
  DocumentSettings,
  'read' | 'change' | 'changeFields' | 'changeClasses' | 'issueStartList'
>

/** The settings that a server has open. */
export type WatchedSettings = SettingsStore & Pick<DocumentSettings, 'watch' | 'subscribe'>

/** The settings in memory, as of the last change. */
export type OpenSettings = Pick<DocumentSettings, 'current' | 'change' | 'removeEvents' | 'changeEvents'>

export interface Settings {
  /** The distances that a print is moved to the right and down, in millimetres. */
  offset?: Offset
  /** The printers that print cards at once. */
  printing?: Printing
  /** The letters of receipts by the names of the machines: a copied folder needs another one. A change of some keeps the others. */
  receipts?: Readonly<Record<string, string>>
  /** The last public address of the server or of a printed card, without a slash at the end. */
  address?: string
  /** The mappings that people chose for imported files, by the keys of their headers, the oldest first. */
  mappings?: Record<string, ImportMapping>
  /** The data that a scan without a session shows; the option `--public` overrides it. */
  publicData?: PublicData
  /** The brand on credentials and cards. */
  brand?: Brand
  /** The rules that give the last day of a credential. */
  validity?: ValidityRules
  /** The gates, and the meaning of a second entry. */
  gate?: GateSettings
  /** The months after which parts of a pilot's data are due. */
  retention?: RetentionRules
  /** The text that people accept when they register. */
  consent?: ConsentText
  /** The texts of the waiver. A change of some keeps the others. */
  waivers?: WaiverTexts
  /** The events by their identifiers. A change of some keeps the others. */
  events?: StoredEvents
  /** The fields of one's own, and the classes, by the names of their fields. A change of some keeps the others. */
  fields?: Definitions
  /** Whether riders may apply on their own phones. */
  reception?: Reception
}

/** Returns stored settings with the events that `toChanged` returns, beside all others. */
export function changedEvents(
  stored: StoredSettings,
  toChanged: (events: StoredEvents) => StoredEvents,
): StoredSettings {
  return changedSettings(stored, { events: toChanged(parseSettings(stored).events ?? {}) })
}

/** Returns stored settings without some events or fields. Those that this version does not understand stay. */
export function withoutEntries(
  stored: StoredSettings,
  name: 'events' | 'fields',
  keys: readonly string[],
): StoredSettings {
  const entries = stored[name]
  if (!isObject(entries)) return stored
  return {
    ...stored,
    [name]: Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.includes(key))),
  }
}

/** Settings as they are stored: an object of any version. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** Reads settings as they are stored. Ignores invalid values: a setting of several parts loses only the invalid parts. */
export function parseSettings(stored: StoredSettings): Settings {
  const { offset, address, mappings, publicData, brand, validity, gate, retention, consent, events, fields } =
    stored
  const { reception, printing, waivers, receipts } = stored
  const consentText = isObject(consent) ? parseConsentText(consent) : undefined
  const definitions = isObject(fields) ? parseDefinitions(fields) : undefined
  return {
    ...(isOffset(offset) && { offset }),
    ...(isObject(receipts) && {
      receipts: readEntries(receipts, (one) => (isLetter(one) ? one : undefined)),
    }),
    ...(isObject(printing) && { printing: parsePrinting(printing) }),
    ...(typeof address === 'string' && { address }),
    ...(isObject(mappings) && { mappings: readEntries(mappings, parseMapping) }),
    // A choice that only another version knows must not show more than that version does.
    ...(publicData !== undefined && { publicData: isPublicData(publicData) ? publicData : 'minima' }),
    ...(isObject(brand) && { brand: parseBrand(brand) }),
    ...(isObject(validity) && { validity: parseRules(validity) }),
    ...(isObject(gate) && { gate: parseGateSettings(gate) }),
    ...(isObject(retention) && { retention: parseRetention(retention) }),
    ...(consentText && { consent: consentText }),
    ...(isObject(waivers) && { waivers: parseWaiverTexts(waivers) }),
    ...(isObject(events) && { events: eventsOfNow(parseEvents(events), definitions) }),
    ...(definitions && { fields: definitions }),
    ...(isObject(reception) && { reception: parseReception(reception) }),
  }
}

/**
 * Returns stored settings after a change. Everything that the change does not name stays as it is stored, also what
 * this version does not know.
 */
export function changedSettings(stored: StoredSettings, some: Settings): StoredSettings {
  const changed = Object.entries(some).map(([name, value]) => {
    const before = stored[name]
    // A mapping that is absent from a change is forgotten.
    const isWhole = name === 'mappings' || !isObject(before) || !isObject(value)
    if (isWhole) return [name, value]
    return [name, { ...before, ...(name === 'events' ? withStored(value as StoredEvents, before) : value) }]
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

/** Returns changed events, whose other properties stay as they are stored. */
function withStored(events: StoredEvents, stored: Record<string, unknown>): Record<string, object> {
  const understood = parseEvents(stored)
  const changed = Object.entries(events).map(([id, event]): [string, object] => {
    const before = understood[id]
    return [id, before ? { ...(stored[id] as object), ...newsOf(before, event) } : event]
  })
  return Object.fromEntries(changed)
}

/** Returns the properties of an event that differ from before. */
function newsOf(before: StoredEvent, event: StoredEvent): Partial<StoredEvent> {
  const known = Object.entries(before).map((entry) => JSON.stringify(entry))
  return Object.fromEntries(Object.entries(event).filter((entry) => !known.includes(JSON.stringify(entry))))
}
