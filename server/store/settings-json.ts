/** Parses stored settings. */
import { isOffset } from '#domain/cards'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { isObject } from '#domain/text/json'
import type { Settings } from './contract/settings-store.ts'

/** Parses settings from JSON. Ignores invalid values, and returns no settings if the text is not JSON. */
export function parseSettings(text: string): Settings {
  try {
    const { offset, address, mappings }: Record<string, unknown> = JSON.parse(text)
    return {
      ...(isOffset(offset) && { offset }),
      ...(typeof address === 'string' && { address }),
      ...(isObject(mappings) && { mappings: parseMappings(mappings) }),
    }
  } catch {
    return {}
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
