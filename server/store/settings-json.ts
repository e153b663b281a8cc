/** Parses stored settings. */
import { isOffset } from '#domain/cards'
import type { Settings } from './contract/settings-store.ts'

/** Parses settings from JSON. Ignores invalid values, and returns no settings if the text is not JSON. */
export function parseSettings(text: string): Settings {
  try {
    const { offset, address }: Record<string, unknown> = JSON.parse(text)
    return {
      ...(isOffset(offset) && { offset }),
      ...(typeof address === 'string' && { address }),
    }
  } catch {
    return {}
  }
}
