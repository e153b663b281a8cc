/** The letters and signs that people type in a search for others, which their keyboards lack. */
import { fold } from './text.ts'

/**
 * Returns a folded text in the letters that people type for others: `gross` for Groß, `duc` for Đức. No stored key is made of
 * it, so that it may learn more letters.
 */
export function typedLetters(text: string): string {
  return fold(text).replace(/[ßæøđðþłı]/g, (letter) => letters[letter] ?? letter)
}

/** Returns a search in typed letters. A number that is written as one, such as `N° 21`, is `#21`. */
export function typedSearch(text: string): string {
  return typedLetters(text).replace(numberSign, '#')
}

/** Matches what people write before a number: `N°`, `Nº`, `n.º`, `No.`, `Nro.` and `#`. */
const numberSign = /(?<![\p{L}\d])(?:n\.?[°º]|no\.|nro\b\.?|#)\s*(?=\d)/gu

const letters: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }
