/** Finds pilots by words: every word must occur, in any order; accents and case are ignored. */
import { count, fold } from '../text/text.ts'
import { type DniPattern, matchesDni, readDniPattern } from './dni.ts'
import type { Pilot } from './pilot.ts'

const searched = ['name', 'lastname', 'dni', 'email', 'nlicencia', 'npiloto', 'club', 'modalidad'] as const

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

/** One condition of a search: the pilot's search text contains the word, or the pilot's DNI matches. */
export interface SearchTerm {
  /** The folded word: see `fold`. */
  word: string
  dni?: DniPattern
}

/** Returns the conditions of a search, all of which must hold. A blank search has none. */
export function searchTerms(search = ''): SearchTerm[] {
  return searchWords(search).map((word) => ({ word, dni: readDniPattern(word) }))
}

/** Returns true if a pilot meets all conditions. `text` is the pilot's search text. */
export function matchesTerms(pilot: Pilot, text: string, terms: readonly SearchTerm[]): boolean {
  for (const { word, dni } of terms) {
    if (!text.includes(word) && !(dni && matchesDni(pilot.dni, dni))) return false
  }
  return true
}

function searchWords(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean)
}

/** Returns all searched fields of a pilot, folded, one line per field so that no word spans two fields. */
export function searchText(pilot: Pilot): string {
  return fold(searched.map((name) => pilot[name]).join('\n'))
}
