/** Finding pilots by words: every word, any order, accents and case ignored. */
import { count, fold } from '../text/text.ts'
import { type DniPattern, matchesDni, readDniPattern } from './dni.ts'
import type { Pilot } from './pilot.ts'

const searched = ['name', 'lastname', 'dni', 'email', 'nlicencia', 'npiloto', 'club', 'modalidad'] as const

/** In characters: longer than any name of a person and their club together. Every word is looked for in every pilot. */
export const maxSearchLength = 200
const maxSearchWords = 20

/** The message for a search that asks for too much, or undefined. */
export function checkSearch(search: string): string | undefined {
  if (search.length <= maxSearchLength && searchWords(search).length <= maxSearchWords) return undefined
  return `La búsqueda admite hasta ${count(maxSearchLength, 'carácter', 'caracteres')} y ${count(maxSearchWords, 'palabra')}: acórtela`
}

/** One condition of a search: the word stands in the pilot's search text, or the pilot's DNI fits. */
export interface SearchTerm {
  /** Folded. */
  word: string
  dni?: DniPattern
}

/** The conditions of a search, all of which must hold; none where it is blank. */
export function searchTerms(search = ''): SearchTerm[] {
  return searchWords(search).map((word) => ({ word, dni: readDniPattern(word) }))
}

/** `text` is the pilot's search text. */
export function matchesTerms(pilot: Pilot, text: string, terms: readonly SearchTerm[]): boolean {
  for (const { word, dni } of terms) {
    if (!text.includes(word) && !(dni && matchesDni(pilot.dni, dni))) return false
  }
  return true
}

/** The folded words of a search. */
function searchWords(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean)
}

/** All that is searched of a pilot, folded, one line a field so that no word spans two. */
export function searchText(pilot: Pilot): string {
  return fold(searched.map((name) => pilot[name]).join('\n'))
}
