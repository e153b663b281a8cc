/**
 * The n-grams of three and four characters of a search text, as integers, for a search index on any database that can
 * index an array. The grams with which a name starts differ from all others, and each pair of names has a gram of its
 * own: so two names are found without the lists of all pilots with either of them.
 */

import { keysOfText, similarKeys } from '#domain/pilot/search'
import { namesOfText } from '#domain/pilot/search-text'

/** Trigrams serve the shortest words; grams of four characters are rare even among a million texts. */
const shortest = 3
const longest = 4
const space = 0x20

/** The largest number of names of a pilot that have grams of their own, so that a long name has not too many pairs. */
const mostNames = 6

/** A gram of a word: the integer of a text in which a name starts with it, and that of any other text that has it. */
export interface WordGram {
  start: number
  elsewhere: number
}

/**
 * Returns the grams of a search text, and those of the pairs of its names. Different grams may share an integer, so that
 * matches must be checked.
 */
export function gramsOf(text: string): Set<number> {
  const names = [...new Set(namesOfText(text))].filter((name) => name.length >= shortest).slice(0, mostNames)
  const starts = new Set(names.flatMap(startsOf))
  const found = new Set<number>()
  for (const size of [shortest, longest])
    for (const at of runs(text, size)) {
      const gram = hashOf(text, at, at + size - 1)
      const isStart = starts.has(text.slice(at, at + size))
      found.add(isStart ? startGram(gram) : gram)
    }
  for (const [index, name] of names.entries())
    for (const other of names.slice(index + 1))
      for (const one of startsOf(name)) for (const two of startsOf(other)) found.add(gramOfStarts(one, two))
  return found
}

/** Returns grams of a word, each of which every text with this word has; none for a word of one or two characters. */
export function gramsOfWord(word: string): WordGram[] {
  const size = Math.min(longest, Math.max(shortest, word.length))
  const all = runs(word, size)
  // Three of them nearly always identify a word, and each costs a look-up.
  const some = new Set([all[0], all[all.length >> 1], all.at(-1)])
  return [...some].flatMap((at) => {
    if (at === undefined) return []
    const gram = hashOf(word, at, at + size - 1)
    return { start: startGram(gram), elsewhere: gram }
  })
}

/**
 * Returns the gram of every text with two different names of which one starts as the first word and the other as the
 * second. Returns undefined if one name can start as both, or if a word is too short.
 */
export function gramOfPair(word: string, other: string): number | undefined {
  const [one, two] = [word.slice(0, longest), other.slice(0, longest)]
  if (one.startsWith(two) || two.startsWith(one) || !isRun(one) || !isRun(two)) return undefined
  return gramOfStarts(one, two)
}

/** Returns the grams by which a text with a word that is similar to another word is found. */
export function similarGramsOf(text: string): Set<number> {
  return new Set(Array.from(keysOfText(text), hashOfAll))
}

/** Returns grams of which every text with a similar word has at least one. */
export function gramsOfSimilar(word: string): number[] {
  return similarKeys(word).map(hashOfAll)
}

/** Returns the beginnings of a name that have a gram. */
function startsOf(name: string): string[] {
  return name.length < longest ? [name] : [name.slice(0, shortest), name.slice(0, longest)]
}

function isRun(text: string): boolean {
  return text.length >= shortest && runs(text, text.length).length === 1
}

function startGram(gram: number): number {
  return Math.imul(gram ^ 0x5bd1e995, 0x1b873593)
}

/** A space separates both, since no gram of a text has a space. */
function gramOfStarts(one: string, two: string): number {
  return hashOfAll(one < two ? `${one} ${two}` : `${two} ${one}`)
}

function hashOfAll(text: string): number {
  return hashOf(text, 0, text.length - 1)
}

/** Returns the places of all runs of `size` characters without white space. */
function runs(text: string, size: number): number[] {
  const found: number[] = []
  let start = 0
  for (let end = 0; end < text.length; end += 1) {
    if (text.charCodeAt(end) <= space) start = end + 1
    else if (end - start + 1 >= size) found.push(end - size + 1)
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
