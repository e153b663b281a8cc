/** Finding pilots by words: every word, any order, accents and case ignored. */
import type { Pilot } from './pilot.ts'
import { count, fold } from './text.ts'

const searched = ['name', 'lastname', 'dni', 'email', 'nlicencia', 'npiloto', 'club', 'modalidad'] as const

/** In characters: longer than any name of a person and their club together. Every word is looked for in every pilot. */
export const maxSearchLength = 200
const maxSearchWords = 20

/** The message for a search that asks for too much, or undefined. */
export function checkSearch(search: string): string | undefined {
  if (search.length <= maxSearchLength && searchWords(search).length <= maxSearchWords) return undefined
  return `La búsqueda admite hasta ${count(maxSearchLength, 'carácter', 'caracteres')} y ${count(maxSearchWords, 'palabra')}: acórtela`
}

/** The folded words of a search; none where it is blank. */
export function searchWords(search = ''): string[] {
  return fold(search).split(/\s+/).filter(Boolean)
}

export function hasWords(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false
  return true
}

/** All that is searched of a pilot, folded, one line a field so that no word spans two. */
export function searchText(pilot: Pilot): string {
  return fold(searched.map((name) => pilot[name]).join('\n'))
}
