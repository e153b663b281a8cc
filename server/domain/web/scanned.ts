/** Reads the input of a hand scanner: the address of a credential or its code, with any keyboard layout. */
import { type PilotId, readPilotId } from '../pilot/pilot-id.ts'

/**
 * Returns the identifier in a scanned text, or undefined if there is none. The host is ignored, since old cards may
 * carry another host. A scanner set to US keys under a Spanish layout types `Ñ` for `:`, `-` for `/` and `'` for `-`.
 */
export function readScanned(text: string): PilotId | undefined {
  const [, code] = /credencial[/-]([^/?#\s]+?)[/-]?$/i.exec(text.trim()) ?? []
  return readPilotId((code ?? text).replace(/['’]/g, '-'))
}
