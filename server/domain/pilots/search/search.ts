/**
 * Finds pilots by words: every word must occur, in any order; accents, case and punctuation are ignored, and one wrong,
 * missing, extra or swapped letter in each word if nobody fits exactly.
 */
import { count } from '../../text/text.ts'
import type { Pilot } from '../pilot.ts'
import { type DniPattern, matchesDni, readDniPattern } from '../rules.ts'
import { codeKey, codeMark, searchWords } from './search-text.ts'

/**
 * The longest search, in characters: longer than any name of a person and their club together. Searches are limited
 * since every word is compared with every pilot.
 */
export const maxSearchLength = 200
const maxSearchWords = 20

/** Returns a message if a search is too long or has too many words, else undefined. */
export function checkSearch(search: string): string | undefined {
  if (search.length <= maxSearchLength && searchWords(search).length <= maxSearchWords) return undefined
  return `La búsqueda admite hasta ${count(maxSearchLength, 'carácter', 'caracteres')} y ${count(maxSearchWords, 'palabra')}: acórtela`
}

/** The message about pilots that do not fit a search exactly. */
export const approximateNote =
  'Ningún piloto coincide exactamente: estos se parecen, con una letra de diferencia en alguna palabra.'

/** One condition of a search, which a pilot meets in any of several ways. */
export interface SearchTerm {
  /** The word in the form of the search text, which contains it. */
  word: string
  /** The code that the word means if it has leading zeros: the search text contains it with its marks. */
  code?: { key: string; marked: string }
  /** The DNIs that the word means if it has leading zeros. */
  dni?: DniPattern
  /** The similar words, with the spaces around them: the search text matches it. Only if errors are forgiven. */
  similar?: RegExp
}

/** Returns the conditions of a search, all of which must hold. A blank search has none. */
export function searchTerms(search = ''): SearchTerm[] {
  return searchWords(search).map((word) => {
    if (!word.startsWith('0')) return { word }
    const key = codeKey(word)
    return { word, code: { key, marked: `${codeMark}${key} ` }, dni: readDniPattern(word) }
  })
}

/** Returns the conditions for which one error in each word is forgiven, or undefined if every word must be exact. */
export function forgivingTerms(terms: readonly SearchTerm[]): SearchTerm[] | undefined {
  if (!terms.some(({ word }) => isForgiven(word))) return undefined
  return terms.map((term) =>
    isForgiven(term.word) ? { ...term, similar: new RegExp(` ${similarPattern(term.word)} `, 'u') } : term,
  )
}

/** Returns true if a pilot meets all conditions. `text` is the pilot's search text. */
export function matchesTerms(pilot: Pilot, text: string, terms: readonly SearchTerm[]): boolean {
  for (const { word, code, dni, similar } of terms) {
    if (text.includes(word)) continue
    if (code && text.includes(code.marked)) continue
    if (dni && pilot.dni !== null && matchesDni(pilot.dni, dni)) continue
    if (!similar?.test(text)) return false
  }
  return true
}

/** The length of the shortest word, in characters, for which an error is forgiven. */
const shortest = 4

/** Returns true if errors in a word are forgiven: never in codes and e-mail addresses. */
function isForgiven(word: string): boolean {
  return isText(word) && Array.from(word).length >= shortest
}

/**
 * Returns a regular expression, as JavaScript and PostgreSQL understand it, of the words that differ from a word by one
 * wrong, missing, extra or swapped letter. In a search text, a space stands before and after the match.
 * @example new RegExp(similarPattern('qispe')).test('quispe') // true
 */
export function similarPattern(word: string): string {
  const letters = Array.from(word, sourceOf)
  const swapped = letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? ''))
  const shortened = letters.map((_, index) => letters.toSpliced(index, 1))
  const replaced = letters.map((_, index) => letters.toSpliced(index, 1, anyLetter))
  const lengthened = [...letters, ''].map((_, index) => letters.toSpliced(index, 0, anyLetter))
  const similar = [...swapped, ...shortened, ...replaced, ...lengthened].map((parts) => parts.join(''))
  return `(?:${[...new Set(similar)].join('|')})`
}

/**
 * Returns texts of which every search text with a similar word contains at least one, so that a store can look them up
 * in an index: one error leaves the first or the second half of a word intact, unless it swaps the letters between them.
 * @example similarParts('qispe') // [' qi', 'spe ', ' qsipe ']
 */
export function similarParts(word: string): string[] {
  const letters = Array.from(word)
  const middle = letters.length >> 1
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)]
  const swapped = [...first.slice(0, -1), second[0], first.at(-1), ...second.slice(1)]
  return [` ${first.join('')}`, `${second.join('')} `, ` ${swapped.join('')} `]
}

const anyLetter = '[^ 0123456789@]'

function sourceOf(letter: string): string {
  return letter.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&')
}

/** U+0000 and U+E000 are excluded because not every store can write them in a pattern. */
function isText(word: string): boolean {
  return !/[\d@\0\ue000]/.test(word)
}
