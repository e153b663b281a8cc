/** Finds pilots by words: every word must occur, in any order; accents, case and punctuation are ignored. */
import { count } from '../text/text.ts'
import { type DniPattern, matchesDni, readDniPattern } from './dni.ts'
import type { Pilot } from './pilot.ts'
import { codeKey, codeMark, searchWords } from './search-text.ts'
import { isForgiven, similarPattern } from './similar-words.ts'

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
    if (dni && matchesDni(pilot.dni, dni)) continue
    if (!similar?.test(text)) return false
  }
  return true
}
