/** Reads the text of a scanned identity card of any known kind. */
import { keyboardReadings } from '#domain/text/keyboard-layouts'
import { readArgentineCard } from './argentina.ts'
import { isCardNumber, longestScan } from './card-text.ts'
import { readChileanCard } from './chile.ts'
import { readColombianCard } from './colombia.ts'
import { cardOf, type IdentityCard } from './identity-card.ts'
import { readZone } from './machine-readable-zone.ts'

/** Reads the Code 39 of a Peruvian card, which is the number alone. */
function readNumber(text: string): IdentityCard | undefined {
  return isCardNumber(text) ? cardOf({ number: { dni: text } }) : undefined
}

const readers = [readArgentineCard, readChileanCard, readZone, readNumber, readColombianCard]

export interface ReadCard extends IdentityCard {
  /** True if the scanner is set to another keyboard than the computer. */
  isOtherKeyboard: boolean
}

/**
 * Returns what an identity card says, or undefined if the text is of none, or longer than any scan. The text is read as
 * that of a scanner with another keyboard too.
 */
export function readCard(text: string): ReadCard | undefined {
  if (text.length > longestScan) return undefined
  for (const candidate of keyboardReadings(text)) {
    for (const read of readers) {
      const card = read(candidate.trim())
      if (card) return { ...card, isOtherKeyboard: candidate !== text }
    }
  }
  return undefined
}
