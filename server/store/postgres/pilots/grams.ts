/**
 * The runs of three and of four characters of a text, as integers: what an index finds texts by, on any database that
 * can index an array. Those of three are for the shortest words; those of four are rare, even among a million texts.
 */

const shortest = 3
const longest = 4
const space = 0x20

/** Of a text that is to be found. Runs that share an integer are not told apart: what is found is to be checked. */
export function gramsOf(text: string): Set<number> {
  return new Set([...runs(text, shortest), ...runs(text, longest)])
}

/** What every text has that has this word in it. None for a word of one or two characters. */
export function gramsOfWord(word: string): number[] {
  return runs(word, Math.min(longest, Math.max(shortest, word.length)))
}

/** Of so many characters, without white space. */
function runs(text: string, size: number): number[] {
  const found: number[] = []
  let start = 0
  for (let end = 0; end < text.length; end += 1) {
    if (text.charCodeAt(end) <= space) start = end + 1
    else if (end - start + 1 >= size) found.push(hashOf(text, end - size + 1, end))
  }
  return found
}

/** Every bit of every character counts (the multipliers of MurmurHash3). */
function hashOf(text: string, first: number, last: number): number {
  let hash = 0
  for (let index = first; index <= last; index += 1) {
    hash = Math.imul(hash ^ Math.imul(text.charCodeAt(index), 0xcc9e2d51), 0x1b873593)
    hash ^= hash >>> 15
  }
  return hash
}
