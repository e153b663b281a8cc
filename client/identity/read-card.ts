/** Reads the text of a scanned identity card of any known kind. */
import { readArgentineCard } from './argentina.ts'
import { fromSpanishKeyboard } from './card-text.ts'
import { readChileanCard } from './chile.ts'
import { readColombianCard } from './colombia.ts'
import type { IdentityCard } from './identity-card.ts'
import { readZone } from './machine-readable-zone.ts'

const readers = [readArgentineCard, readChileanCard, readZone, readColombianCard]

export interface ReadCard extends IdentityCard {
  /** True if the scanner is set to another keyboard than the computer. */
  isOtherKeyboard: boolean
}

/**
 * Returns what an identity card says, or undefined if the text is of none. A text that makes no sense is read once more
 * as that of a scanner with the keyboard of the United States under a Spanish one.
 */
export function readCard(text: string): ReadCard | undefined {
  for (const candidate of [text, fromSpanishKeyboard(text)]) {
    for (const read of readers) {
      const card = read(candidate.trim())
      if (card) return { ...card, isOtherKeyboard: candidate !== text }
    }
  }
  return undefined
}
