/** The letters that people type in a search for others, which their keyboards lack. */
import { fold } from './text.ts'

/**
 * Returns a folded text in the letters that people type for others: `gross` for Groß, `duc` for Đức. No stored key is made of
 * it, so that it may learn more letters.
 */
export function typedLetters(text: string): string {
  return fold(text).replace(/[ßæøđðþłı]/g, (letter) => letters[letter] ?? letter)
}

const letters: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }
