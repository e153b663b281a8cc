/**
 * The contract of the store of settings: the printer's offset, the last public address, the mappings of imports, and
 * the choices of the screen *Ajustes*.
 */
import { isOffset, type Offset } from '#domain/cards'
import { type GateSettings, parseGateSettings } from '#domain/gate/passage'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { isObject, parseJson } from '#domain/text/text'
import { parseRules, type ValidityRules } from '#domain/validity/rules'
import { type Brand, parseBrand } from '#domain/web/brand'
import { isPublicData, type PublicData } from '#domain/web/roles'

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
}

/** The settings that all servers of a database share. The others belong to one machine. */
export const sharedSettings = [
  'publicData',
  'brand',
  'validity',
  'gate',
] as const satisfies (keyof Settings)[]

export interface SettingsStore {
  read(): Promise<Settings>

  /** Changes the given settings and keeps the others. */
  change(some: Settings): Promise<void>
}

/** The settings as a server has them open. */
export interface WatchedSettings extends SettingsStore {
  /** Calls `listener` with all settings after a change, also one of another server. */
  subscribe(listener: (settings: Settings) => void): () => void
}

/** The settings in memory, as of the last change. */
export interface OpenSettings {
  readonly current: Settings
  change(some: Settings): Promise<void>
}

/** Keeps the settings of a store in memory, as of the last change. */
export async function openSettings(store: WatchedSettings): Promise<OpenSettings> {
  let current: Settings = {}
  store.subscribe((settings) => {
    current = settings
  })
  current = await store.read()
  return {
    get current() {
      return current
    },
    change: (some) => store.change(some),
  }
}

/** Settings as they are stored: a JSON text, or its value. */
type Stored = string | Record<string, unknown>

/**
 * Parses settings that are stored in one or several parts. Ignores texts that are not JSON, and invalid values: a
 * setting of several parts loses only the invalid parts.
 */
export function parseSettings(...parts: Stored[]): Settings {
  return Object.assign({}, ...parts.map(parsePart))
}

/**
 * Returns stored settings after a change. Everything that the change does not name stays as it is stored, also what
 * this version does not know.
 */
export function changedSettings(before: Stored, some: Settings): Record<string, unknown> {
  const stored = objectOf(before)
  const changed = Object.entries(some).map(([name, value]) => {
    const before = stored[name]
    // A mapping that is absent from a change is forgotten.
    const isWhole = name === 'mappings' || !isObject(before) || !isObject(value)
    return [name, isWhole ? value : { ...before, ...value }]
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

function parsePart(part: Stored): Settings {
  const { offset, address, mappings, publicData, brand, validity, gate } = objectOf(part)
  return {
    ...(isOffset(offset) && { offset }),
    ...(typeof address === 'string' && { address }),
    ...(isObject(mappings) && { mappings: parseMappings(mappings) }),
    // A choice that only another version knows must not show more than that version does.
    ...(publicData !== undefined && { publicData: isPublicData(publicData) ? publicData : 'minima' }),
    ...(isObject(brand) && { brand: parseBrand(brand) }),
    ...(isObject(validity) && { validity: parseRules(validity) }),
    ...(isObject(gate) && { gate: parseGateSettings(gate) }),
  }
}

function objectOf(stored: Stored): Record<string, unknown> {
  const value = typeof stored === 'string' ? parseJson(stored) : stored
  return isObject(value) ? value : {}
}

function parseMappings(mappings: Record<string, unknown>): Record<string, ImportMapping> {
  return Object.fromEntries(
    Object.entries(mappings).flatMap(([key, value]) => {
      const mapping = parseMapping(value)
      return mapping ? [[key, mapping]] : []
    }),
  )
}
