/** Suggests the clubs that already exist, so that a club is not written in several ways. */
import { isOneEditAway } from '../text/edit-distance.ts'
import { fold } from '../text/text.ts'

/** The largest number of clubs that a form is told. */
export const maxClubs = 1000

/** Returns the names of clubs, those with the most pilots first. */
export function frequentClubs(pilotsByClub: Iterable<readonly [club: string, pilots: number]>): string[] {
  return Array.from(pilotsByClub, ([club, pilots]) => ({ club, pilots, key: fold(club) }))
    .sort(
      (one, other) => other.pilots - one.pilots || order(one.key, other.key) || order(one.club, other.club),
    )
    .slice(0, maxClubs)
    .map(({ club }) => club)
}

/** Returns the first clubs in which every typed word begins a word; those that begin with the text come first. */
export function matchingClubs(text: string, clubs: readonly string[], limit: number): string[] {
  const typed = fold(text).trim()
  const words = typed.split(/\s+/)
  const found = clubs.filter((club) => {
    const parts = fold(club).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const isFirst = (club: string) => fold(club).startsWith(typed)
  return [...found.filter(isFirst), ...found.filter((club) => !isFirst(club))].slice(0, limit)
}

/**
 * Returns the club that was probably meant: it differs from the text only by case, accents, spaces and punctuation, or
 * by one letter. Returns undefined for a club that exists, and for one that is like no other.
 * @example similarClub('moto club arequpa', ['Moto Club Arequipa']) // 'Moto Club Arequipa'
 */
export function similarClub(text: string, clubs: readonly string[]): string | undefined {
  const typed = text.trim()
  const key = clubKey(typed)
  if (key === '' || clubs.includes(typed)) return undefined
  return (
    clubs.find((club) => clubKey(club) === key) ?? clubs.find((club) => isMisspelt(key, clubKey(club), club))
  )
}

/** Returns a key that ignores case, accents, spaces and punctuation. */
function clubKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The shortest key of which one letter may be wrong: shorter names that differ by a letter are often two clubs. */
const shortestMisspelt = 5

function isMisspelt(key: string, otherKey: string, other: string): boolean {
  if (key.length < shortestMisspelt || otherKey.length < shortestMisspelt) return false
  // Moto Club 1 and Moto Club 2, or Los Andes A and Los Andes B, are different clubs.
  if (digitsOf(key) !== digitsOf(otherKey) || /(?:^|\s)\p{L}$/u.test(other)) return false
  return isOneEditAway(key, otherKey)
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '')
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
