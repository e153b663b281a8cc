/** Parses stored settings. */
import { isOffset } from '#domain/cards'
import { areGateSettings } from '#domain/gate/passage'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { isObject, parseJson } from '#domain/text/json'
import { areValidityRules } from '#domain/validity/rules'
import { isBrand } from '#domain/web/brand'
import { isPublicData } from '#domain/web/public-data'
import type { Settings } from './contract/settings-store.ts'

/** Parses settings from one or several JSON texts. Ignores invalid values, and texts that are not JSON. */
export function parseSettings(...texts: string[]): Settings {
  return Object.assign({}, ...texts.map(parseText))
}

function parseText(text: string): Settings {
  const value = parseJson(text)
  if (!isObject(value)) return {}
  const { offset, address, mappings, publicData, brand, validity, gate } = value
  return {
    ...(isOffset(offset) && { offset }),
    ...(typeof address === 'string' && { address }),
    ...(isObject(mappings) && { mappings: parseMappings(mappings) }),
    ...(isPublicData(publicData) && { publicData }),
    ...(isBrand(brand) && { brand }),
    ...(areValidityRules(validity) && { validity }),
    ...(areGateSettings(gate) && { gate }),
  }
}

function parseMappings(mappings: Record<string, unknown>): Record<string, ImportMapping> {
  return Object.fromEntries(
    Object.entries(mappings).flatMap(([key, value]) => {
      const mapping = parseMapping(value)
      return mapping ? [[key, mapping]] : []
    }),
  )
}
