/** Reads the texts that scanners give. */
import { type PilotId, readPilotId } from '../pilots/pilot-id.ts'
import { keyboardReadings } from '../text/keyboard-layouts.ts'

/**
 * Returns the identifier in a scanned text, or undefined if there is none. The host is ignored, since old cards may
 * carry another host, and so is the keyboard layout of the computer.
 */
export function readScanned(text: string): PilotId | undefined {
  for (const reading of keyboardReadings(text.trim())) {
    const [, code] = /credencial\/([^/?#\s]+)\/?$/i.exec(reading) ?? []
    const id = readPilotId(code ?? reading)
    if (id) return id
  }
  return undefined
}
