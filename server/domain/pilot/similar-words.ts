/**
 * Words that differ by one wrong, missing, extra or swapped letter. A word is compared with a few patterns, in each of
 * which one letter may be any letter; a store can look up the patterns in an index.
 */

/** The length of the shortest word, in characters, for which an error is forgiven. */
const shortest = 4

/** The place of any letter in a pattern. A search text contains no hyphen within a word. */
const anyLetter = '-'

/** The patterns of a word of a search: a similar word is one of `whole`, or has one of the patterns `open`. */
interface Similar {
  whole: string[]
  /** Patterns with one `anyLetter`. */
  open: string[]
}

/** Returns true if errors in a word are forgiven: never in codes and e-mail addresses. */
export function isForgiven(word: string): boolean {
  return isText(word) && Array.from(word).length >= shortest
}

/**
 * Returns a regular expression, as JavaScript and PostgreSQL understand it, of the words that are similar to a word. In
 * a search text, a space stands before and after the match.
 * @example new RegExp(similarPattern('qispe')).test('quispe') // true
 */
export function similarPattern(word: string): string {
  const { whole, open } = similarTo(word)
  const sources = [...whole, ...open].map((text) => Array.from(text, sourceOf).join(''))
  return `(?:${sources.join('|')})`
}

/** Returns the keys under which a store finds the texts with a word that is similar to `word`. */
export function similarKeys(word: string): string[] {
  const { whole, open } = similarTo(word)
  return [...whole, ...open].map(keyOf)
}

/** Returns the keys of the words of a search text, of which `similarKeys` of a similar word contains at least one. */
export function keysOfText(text: string): Set<string> {
  const keys = new Set<string>()
  for (const word of forgivableWords(text)) {
    keys.add(keyOf(word))
    for (const open of opened(word)) keys.add(keyOf(open))
  }
  return keys
}

/** Returns the words of a search text that can be similar to a word of a search. */
function forgivableWords(text: string): string[] {
  return text.split(' ').filter((word) => word.length >= shortest - 1 && isText(word))
}

function similarTo(word: string): Similar {
  const letters = Array.from(word)
  const swapped = letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? '').join(''))
  const shortened = letters.map((_, index) => letters.toSpliced(index, 1).join(''))
  const lengthened = [...letters, ''].map((_, index) => letters.toSpliced(index, 0, anyLetter).join(''))
  return {
    whole: [...new Set([...swapped, ...shortened])],
    open: [...opened(word), ...new Set(lengthened)],
  }
}

/** Returns the word with each letter in turn replaced by any letter. */
function opened(word: string): string[] {
  const found: string[] = []
  let index = 0
  for (const letter of word) {
    found.push(word.slice(0, index) + anyLetter + word.slice(index + letter.length))
    index += letter.length
  }
  return found
}

/** Marks the keys, so that they differ from the texts of the field. */
function keyOf(text: string): string {
  return `-${text}`
}

function sourceOf(letter: string): string {
  if (letter === anyLetter) return '[^ 0123456789@]'
  return letter.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&')
}

/** U+0000 and U+E000 are excluded because not every store can write them in a pattern. */
function isText(word: string): boolean {
  return !/[\d@\0\ue000]/.test(word)
}
