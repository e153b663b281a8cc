/** What a hand scanner types: the address of a credential, or its code, on whichever keyboard layout. */
import { type PilotId, readPilotId } from '../pilot/pilot-id.ts'

/**
 * The identifier that a scan names, whatever host an old card carries; undefined where it is none. A scanner set to
 * US keys under a Spanish layout types `Ñ` for `:`, `-` for `/` and `'` for `-`.
 */
export function readScanned(text: string): PilotId | undefined {
  const [, code] = /credencial[/-]([^/?#\s]+?)[/-]?$/i.exec(text.trim()) ?? []
  return readPilotId((code ?? text).replace(/['’]/g, '-'))
}
