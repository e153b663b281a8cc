/**
 * The settings as they are stored, and as the program reads them: those of one laptop, such as the printer's offset, and
 * those that all desks share, such as the events.
 */
import type { Reception } from '../applications/reception.ts'
import type { Offset } from '../credential/cards.ts'
import type { Printing } from '../credential/printing.ts'
import { defaultRules, type ValidityRules } from '../credential/validity-rules.ts'
import type { StoredEvent, StoredEvents } from '../events/event.ts'
import type { GateSettings } from '../gate/passage.ts'
import type { ImportMapping } from '../import/mapping.ts'
import type { Definitions } from '../pilots/own/definitions.ts'
import type { ConsentText } from '../privacy/consent.ts'
import type { RetentionRules } from '../privacy/retention.ts'
import type { PublicData } from '../staff/roles.ts'
import { readSettings } from '../stored/reading.ts'
import { isObject } from '../text/text.ts'
import type { WaiverTexts } from '../waivers/waiver.ts'
import type { Brand } from './brand.ts'
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

/** Reads settings as they are stored: see `readSettings`. */
export function parseSettings(stored: StoredSettings): Settings {
  const { validity, events, ...others } = readSettings(stored)
  return {
    ...others,
    ...(validity && { validity: { ...defaultRules, ...validity } }),
    ...(events && { events: eventsOfNow(events, others.fields) }),
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
  const understood = readSettings({ events: stored }).events ?? {}
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
