/**
 * The settings that all desks share, as values by key: a change sets some, each small enough that two people who change two
 * things do not meet. A key is a pointer into the settings (RFC 6901), such as `/events/primero/till`.
 */
import type { SetValues } from '../pilots/change.ts'
import { isKnownValue, isReadableValue } from '../stored/reading.ts'
import { canonicalText, isObject } from '../text/text.ts'
import { Layers } from './layers.ts'
import {
  changedSettings,
  parseSettings,
  type Settings,
  type StoredSettings,
  withoutEntries,
} from './settings.ts'

/** How a part of the settings is divided into values. Without anything, it is one value. */
interface Division {
  /** The word with which a history begins to tell the value. It tells nothing of a value without one. */
  label?: string
  /** Each property of the object is divided so, unless `apart` has it. */
  each?: Division
  /** These properties of the object are no part of its value, and are divided so. */
  apart?: Readonly<Record<string, Division>>
  /** Each item of the list is a value with this name. One without a name is left out. */
  nameOf?: (item: Record<string, unknown>) => unknown
  /** True if the order of the items is a value too. Otherwise they are in that in which they were added. */
  isOrdered?: true
}

const till: Division = {
  label: 'Caja',
  apart: {
    prices: { nameOf: ({ id }) => id, isOrdered: true, each: { label: 'Precio' } },
    chips: { nameOf: ({ code }) => code, each: { label: 'Chip' } },
    shifts: {
      nameOf: ({ letter, shift, drawer }) => `${letter} ${shift} ${drawer}`,
      each: { label: 'Caja' },
    },
    erased: { nameOf: ({ id }) => id },
    spent: { each: {} },
  },
}

/** A setting that all desks share. */
interface SharedSetting extends Division {
  /** True if no backup has it, since it belongs to one event and its laptops. */
  isOfNow?: true
  /** True if a merge adds the entries of the other desk that this one lacks. The events and the fields have rules of their own. */
  isJoined?: true
}

const divisions: Readonly<Record<string, SharedSetting>> = {
  publicData: { label: 'Vista pública' },
  brand: { label: 'Nombre y logo' },
  validity: { each: { label: 'Vigencia' } },
  gate: { label: 'Puertas' },
  retention: { label: 'Plazos de datos personales' },
  consent: { label: 'Texto del consentimiento' },
  waivers: { each: { label: 'Texto del deslinde' }, isJoined: true },
  events: { each: { label: 'Evento', apart: { till, startLists: { each: { label: 'Lista de salida' } } } } },
  fields: {
    each: { label: 'Campo' },
    apart: { modalidad: { each: { label: 'Modalidad' } }, licencia: { each: { label: 'Licencia' } } },
  },
  reception: { label: 'Autoinscripción', isOfNow: true },
  receipts: { each: { label: 'Letra de recibos' }, isOfNow: true },
}

/** Returns true for a setting that all desks share. The others belong to one laptop. */
function isShared(name: string): boolean {
  return Object.hasOwn(divisions, name)
}

/** Returns the settings of all desks that a backup has. */
export function backedUp(settings: Settings): Settings {
  return settingsWith(settings, ({ isOfNow }) => !isOfNow)
}

/** Returns the settings of another desk of which a merge adds the entries that this one lacks. */
export function joinedSettings(settings: Settings): Settings {
  return settingsWith(settings, ({ isJoined = false }) => isJoined)
}

/** Returns shared settings with the entries of `joinedSettings` that they lack. */
export function withJoined(stored: StoredSettings, others: Settings): StoredSettings {
  const own: StoredSettings = { ...parseSettings(stored) }
  const joined = Object.entries(others).map(([name, entries]) => [
    name,
    Object.assign({}, entries, own[name]),
  ])
  return changedSettings(stored, Object.fromEntries(joined))
}

function settingsWith(settings: Settings, isWanted: (setting: SharedSetting) => boolean): Settings {
  const names = Object.entries(divisions).flatMap(([name, setting]) => (isWanted(setting) ? [name] : []))
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}

/** Returns true for the key of a setting. The other values are those of `approvals.ts`, `done-orders.ts` and `tombstones.ts`. */
export function isOfSettings(key: string): boolean {
  return isShared(namesIn(key)[0] ?? '')
}

/** Returns what a history calls the value with a key. Undefined if it tells nothing of it. */
export function labelOf(key: string): string | undefined {
  const found = namesIn(key).reduce<Division | undefined>(
    (division, name) =>
      Object.hasOwn(division?.apart ?? {}, name) ? division?.apart?.[name] : division?.each,
    { apart: divisions },
  )
  return found?.label
}

/** Returns the settings of a document that belong to the laptop, or those that all desks share. */
export function settingsIn(document: StoredSettings, areShared: boolean): StoredSettings {
  return Object.fromEntries(Object.entries(document).filter(([name]) => isShared(name) === areShared))
}

/** Returns the values of several changes as those of one. Undefined if there are none. */
export function joinedSets(...sets: readonly (SetValues | undefined)[]): SetValues | undefined {
  const all: SetValues = Object.assign({}, ...sets)
  return Object.keys(all).length > 0 ? all : undefined
}

/** The settings that all desks share, after a change. */
export class Shared {
  #stored: StoredSettings | undefined
  #settings: Settings | undefined
  #ofSettings: Layers | undefined
  /** The settings after the last change that was tried: it is checked, decided on and applied, and read once. */
  #next: { set: SetValues; shared: Shared } | undefined

  readonly values: Layers

  constructor(values: ReadonlyMap<string, unknown> = new Map()) {
    this.values = values instanceof Layers ? values : new Layers(values)
  }

  /** The settings as they are stored, with what this version does not know. */
  get stored(): StoredSettings {
    this.#stored ??= settingsOf(this.settingValues)
    return this.#stored
  }

  get settings(): Settings {
    this.#settings ??= parseSettings(this.stored)
    return this.#settings
  }

  /** The keys of values that this version does not understand. They stay as they are. */
  get unread(): string[] {
    const understood = valuesOf({ ...this.settings }, Object.keys(divisions))
    return [...this.settingValues.keys()].filter((key) => !understood.has(key))
  }

  /** The values without those that are no settings, such as the orders that were done, of which there are many. */
  get settingValues(): Layers {
    this.#ofSettings ??= new Layers(new Map([...this.values].filter(([key]) => isOfSettings(key))))
    return this.#ofSettings
  }

  /** Returns the settings after a change. */
  with(set: SetValues = {}): Shared {
    if (this.#next?.set === set) return this.#next.shared
    const shared = new Shared(this.values.with(set))
    const ofSettings = Object.entries(set).filter(([key]) => isOfSettings(key))
    shared.#ofSettings = this.settingValues.with(Object.fromEntries(ofSettings))
    if (ofSettings.length === 0) {
      // Settings that nobody has asked for yet stay unread.
      shared.#stored = this.#stored
      shared.#settings = this.#settings
    }
    this.#next = { set, shared }
    return shared
  }

  /**
   * Returns the values that make of these settings others, as they are stored. Those of one laptop are left out. Undefined if
   * none differs.
   */
  to(stored: StoredSettings): SetValues | undefined {
    const names = Object.keys(divisions).filter((name) => stored[name] !== this.stored[name])
    const after = valuesOf(stored, names)
    const changed = [...after].filter(
      ([key, value]) => canonicalText(value) !== canonicalText(this.values.get(key)),
    )
    const gone = [...this.settingValues.keys()].filter(
      (key) => !after.has(key) && names.includes(namesIn(key)[0] ?? ''),
    )
    return joinedSets(Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)]))
  }

  /** Returns the key of a value of which a reader would lose something after a change, and did not before, or undefined. */
  lostBy(set: SetValues): string | undefined {
    if (!Object.keys(set).some(isOfSettings)) return undefined
    const before = new Set(this.unread)
    const isLossy = ([key, value]: [string, unknown]) =>
      value !== null && !isReadableValue(namesIn(key), value)
    const lossy = Object.entries(set).find(
      (one) => isLossy(one) && !isLossy([one[0], this.values.get(one[0]) ?? null]),
    )
    return lossy?.[0] ?? this.with(set).unread.find((key) => !before.has(key) && isKnownValue(namesIn(key)))
  }

  /** Returns the values that take away some events or fields. */
  without(name: 'events' | 'fields', keys: readonly string[]): SetValues | undefined {
    return this.to(withoutEntries(this.stored, name, keys))
  }

  /**
   * Returns the values that change some settings: see `changedSettings`. They may be those of a document, where a version
   * before 1.1.0, or a person, has put them.
   */
  changedBy(some: Settings): SetValues | undefined {
    return this.to(changedSettings(this.stored, some))
  }
}

function valuesOf(stored: StoredSettings, names: readonly string[]): Map<string, unknown> {
  return new Map(names.flatMap((name) => [...valuesIn([name], stored[name], divisions[name] ?? {})]))
}

type Value = [key: string, value: unknown]

function* valuesIn(path: readonly string[], value: unknown, division: Division): Generator<Value> {
  if (division.nameOf) yield* itemsIn(path, value, division)
  else if (isObject(value)) yield* propertiesIn(path, value, division)
  else if (value !== undefined && value !== null) yield [keyOf(path), value]
}

function* itemsIn(
  path: readonly string[],
  value: unknown,
  { nameOf, isOrdered }: Division,
): Generator<Value> {
  const items = new Map<string, unknown>()
  for (const item of Array.isArray(value) ? value.filter(isObject) : []) {
    const name = nameOf?.(item)
    if (typeof name === 'string') items.set(name, item)
  }
  if (isOrdered && items.size > 0) yield [keyOf(path), [...items.keys()]]
  for (const [name, item] of items) yield [keyOf([...path, name]), item]
}

function* propertiesIn(
  path: readonly string[],
  value: Record<string, unknown>,
  { each, apart = {} }: Division,
): Generator<Value> {
  const divisionOf = (name: string) => (Object.hasOwn(apart, name) ? apart[name] : each)
  const entries = Object.entries(value)
  if (!each) yield [keyOf(path), Object.fromEntries(entries.filter(([name]) => !divisionOf(name)))]
  for (const [name, one] of entries) {
    const division = divisionOf(name)
    if (division) yield* valuesIn([...path, name], one, division)
  }
}

/** A value, and those whose keys begin with its key. */
interface Branch {
  value?: unknown
  within: Map<string, Branch>
}

function settingsOf(values: ReadonlyMap<string, unknown>): StoredSettings {
  const root: Branch = { within: new Map() }
  for (const [key, value] of values) {
    let branch = root
    for (const name of namesIn(key)) {
      const next = branch.within.get(name) ?? { within: new Map() }
      branch.within.set(name, next)
      branch = next
    }
    branch.value = value
  }
  const entries = (within: Branch['within'], divisionOf: (name: string) => Division) =>
    Object.fromEntries(Array.from(within, ([name, one]) => [name, joined(one, divisionOf(name))]))
  const joined = ({ value, within }: Branch, { each, apart = {}, nameOf }: Division): unknown => {
    if (nameOf) {
      const items = new Map(Array.from(within, ([name, item]) => [name, item.value]))
      const first = Array.isArray(value) ? value.map(String).filter((name) => items.has(name)) : []
      return [...new Set([...first, ...items.keys()])].map((name) => items.get(name))
    }
    if (within.size === 0) return value
    const parts = entries(within, (name) => (Object.hasOwn(apart, name) ? apart[name] : each) ?? {})
    return isObject(value) ? { ...value, ...parts } : parts
  }
  return entries(root.within, (name) => divisions[name] ?? {})
}

export function keyOf(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Returns the names in a pointer. */
export function namesIn(key: string): string[] {
  return key
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
