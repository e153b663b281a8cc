/** Reads and writes stored settings, which another version of the program may have written. */
import { isOffset } from '#domain/cards'
import { parseGateSettings } from '#domain/gate/passage'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { isObject, parseJson } from '#domain/text/json'
import { parseRules } from '#domain/validity/rules'
import { parseBrand } from '#domain/web/brand'
import { isPublicData } from '#domain/web/public-data'
import type { Settings } from '../contract/settings-store.ts'

/**
 * Parses settings from one or several JSON texts. Ignores texts that are not JSON, and invalid values: a setting of
 * several parts loses only the invalid parts.
 */
export function parseSettings(...texts: string[]): Settings {
  return Object.assign({}, ...texts.map(parseText))
}

/**
 * Returns stored settings, with all that is in their JSON text, after a change. Everything that the change does not name stays as it is
 * stored, also what this version does not know.
 */
export function changedSettings(text: string, some: Settings): Record<string, unknown> {
  const stored = objectOf(text)
  const changed = Object.entries(some).map(([name, value]) => {
    const before = stored[name]
    // A mapping that is absent from a change is forgotten.
    const isWhole = name === 'mappings' || !isObject(before) || !isObject(value)
    return [name, isWhole ? value : { ...before, ...value }]
  })
  return { ...stored, ...Object.fromEntries(changed) }
}

function parseText(text: string): Settings {
  const { offset, address, mappings, publicData, brand, validity, gate } = objectOf(text)
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

function objectOf(text: string): Record<string, unknown> {
  const value = parseJson(text)
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
