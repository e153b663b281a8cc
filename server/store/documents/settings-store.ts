/**
 * The contract of the store of settings: the printer's offset, the last public address, the mappings of imports, and
 * the choices of the screen *Ajustes*.
 */
import { isOffset, type Offset } from '#domain/credential/cards'
import { parseRules, type ValidityRules } from '#domain/credential/validity-rules'
import { type Brand, parseBrand } from '#domain/desk/brand'
import { parseEvents, type StoredEvent, type StoredEvents } from '#domain/events/event'
import { type GateSettings, parseGateSettings } from '#domain/gate/passage'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { type ConsentText, parseConsentText } from '#domain/privacy/consent'
import { parseRetention, type RetentionRules } from '#domain/privacy/retention'
import { isPublicData, type PublicData } from '#domain/staff/roles'
import { isObject } from '#domain/text/text'

export interface Settings {
  /** The distances that a print is moved to the right and down, in millimetres. */
  offset?: Offset
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
  /** The events by their identifiers. A change of some keeps the others. */
  events?: StoredEvents
}

/** Returns stored settings with the events that `toChanged` returns, beside all others. */
export function changedEvents(
  stored: StoredSettings,
  toChanged: (events: StoredEvents) => StoredEvents,
): StoredSettings {
  return changedSettings(stored, { events: toChanged(parseSettings(stored).events ?? {}) })
}

/** Returns stored settings without some events. Events that this version does not understand stay. */
export function withoutEvents(stored: StoredSettings, ids: readonly string[]): StoredSettings {
  const { events } = stored
  if (!isObject(events)) return stored
  return {
    ...stored,
    events: Object.fromEntries(Object.entries(events).filter(([id]) => !ids.includes(id))),
  }
}

/** Settings as they are stored: an object of any version. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** Reads settings as they are stored. Ignores invalid values: a setting of several parts loses only the invalid parts. */
export function parseSettings(stored: StoredSettings): Settings {
  const { offset, address, mappings, publicData, brand, validity, gate, retention, consent, events } = stored
  const consentText = isObject(consent) ? parseConsentText(consent) : undefined
  return {
    ...(isOffset(offset) && { offset }),
    ...(typeof address === 'string' && { address }),
    ...(isObject(mappings) && { mappings: parseMappings(mappings) }),
    // A choice that only another version knows must not show more than that version does.
    ...(publicData !== undefined && { publicData: isPublicData(publicData) ? publicData : 'minima' }),
    ...(isObject(brand) && { brand: parseBrand(brand) }),
    ...(isObject(validity) && { validity: parseRules(validity) }),
    ...(isObject(gate) && { gate: parseGateSettings(gate) }),
    ...(isObject(retention) && { retention: parseRetention(retention) }),
    ...(consentText && { consent: consentText }),
    ...(isObject(events) && { events: parseEvents(events) }),
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

function parseMappings(mappings: Record<string, unknown>): Record<string, ImportMapping> {
  return Object.fromEntries(
    Object.entries(mappings).flatMap(([key, value]) => {
      const mapping = parseMapping(value)
      return mapping ? [[key, mapping]] : []
    }),
  )
}
