/**
 * The settings as they are stored, and as the program reads them: those of one laptop, such as the printer's offset, and
 * those that all desks share, such as the events.
 */
import { defaultRules } from '../credential/validity-rules.ts'
import type { StoredEvent, StoredEvents } from '../events/event.ts'
import type { Definitions } from '../pilots/own/definitions.ts'
import { readSettings } from '../stored/reading.ts'
import type { Shaped } from '../stored/shapes.ts'
import { isObject } from '../text/text.ts'
import { eventsOfNow } from './class-settings.ts'

/** The names of one's own fields follow a pattern, which the type of the shape lacks. */
export type Settings = Omit<Shaped<'settings'>, 'fields'> & { fields?: Definitions }

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
