/** Stored settings, which another version of the program may have written, and the settings in memory. */
import { isOffset } from '#domain/cards'
import { parseGateSettings } from '#domain/gate/passage'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { isObject, parseJson } from '#domain/text/json'
import { parseRules } from '#domain/validity/rules'
import { parseBrand } from '#domain/web/brand'
import { isPublicData } from '#domain/web/public-data'
import type { OpenSettings, Settings, WatchedSettings } from '../contract/settings-store.ts'

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
