/**
 * The n-grams of three and four characters of a text, as integers, for a search index on any database that can index
 * an array.
 */

import { keysOfText, similarKeys } from '#domain/pilot/similar-words'

/** Trigrams serve the shortest words; grams of four characters are rare even among a million texts. */
const shortest = 3
const longest = 4
const space = 0x20

/** Returns the grams of a searchable text. Different grams may share an integer, so that matches must be checked. */
export function gramsOf(text: string): Set<number> {
  return new Set([...runs(text, shortest), ...runs(text, longest)])
}

/** Returns grams that every text with this word has; none for a word of one or two characters. */
export function gramsOfWord(word: string): number[] {
  return runs(word, Math.min(longest, Math.max(shortest, word.length)))
}

/** Returns the grams by which a text with a word that is similar to another word is found. */
export function similarGramsOf(text: string): Set<number> {
  return new Set(Array.from(keysOfText(text), hashOfAll))
}

/** Returns grams of which every text with a similar word has at least one. */
export function gramsOfSimilar(word: string): number[] {
  return similarKeys(word).map(hashOfAll)
}

function hashOfAll(text: string): number {
  return hashOf(text, 0, text.length - 1)
}

/** Returns the hashes of all runs of `size` characters without white space. */
function runs(text: string, size: number): number[] {
  const found: number[] = []
  let start = 0
  for (let end = 0; end < text.length; end += 1) {
    if (text.charCodeAt(end) <= space) start = end + 1
    else if (end - start + 1 >= size) found.push(hashOf(text, end - size + 1, end))
  }
  return found
}

/** Hashes every bit of every character, with the multipliers of MurmurHash3. */
function hashOf(text: string, first: number, last: number): number {
  let hash = 0
  for (let index = first; index <= last; index += 1) {
    hash = Math.imul(hash ^ Math.imul(text.charCodeAt(index), 0xcc9e2d51), 0x1b873593)
    hash ^= hash >>> 15
  }
  return hash
}
