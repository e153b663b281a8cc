/** Settings as they are stored. */
import { isOffset } from '#domain/cards'
import type { Settings } from './contract/settings-store.ts'
/** What a text says of them; nothing where it is none. */
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
