/**
 * The settings as they are stored, and as the program reads them: those of one laptop, such as the printer's offset, and
 * those that all desks share, such as the events.
 */
import { parseReception, type Reception } from '../applications/reception.ts'
import { isOffset, type Offset } from '../credential/cards.ts'
import { type Printing, parsePrinting } from '../credential/printing.ts'
import { parseRules, type ValidityRules } from '../credential/validity-rules.ts'
import { parseEvents, type StoredEvent, type StoredEvents } from '../events/event.ts'
import { type GateSettings, parseGateSettings } from '../gate/passage.ts'
import { type ImportMapping, parseMapping } from '../import/mapping.ts'
import { type Definitions, parseDefinitions } from '../pilots/own/definitions.ts'
import { type ConsentText, parseConsentText } from '../privacy/consent.ts'
import { parseRetention, type RetentionRules } from '../privacy/retention.ts'
import { isPublicData, type PublicData } from '../staff/roles.ts'
import { isObject, readEntries } from '../text/text.ts'
import { isLetter } from '../till/lines.ts'
import { parseWaiverTexts, type WaiverTexts } from '../waivers/waiver.ts'
import { type Brand, parseBrand } from './brand.ts'
import { eventsOfNow } from './class-settings.ts'

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
