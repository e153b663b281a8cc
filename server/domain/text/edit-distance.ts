/** The Damerau–Levenshtein distance of short words, in the variant that edits no part of a word twice. */

/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the
 * other, or `limit + 1` if there are more than `limit`. The time grows by the factor 4 with each edit of the limit, and
 * hardly with the length of the words, so that a limit of 1 to 3 is faster than a matrix.
 * @example editDistance('velocros', 'velocross', 2) // 1
 */
export function editDistance(one: string, other: string, limit: number): number {
  let edits = 0
  while (edits <= limit && !isWithin(edits, one, other, 0, 0)) edits++
  return edits
}

/** Returns true if one insertion, deletion, substitution or swap of neighbours turns one word into the other. */
export function isOneEditAway(one: string, other: string): boolean {
  return mayBeOneEditAway(one, other) && editDistance(one, other, 1) === 1
}

/** Returns false for most unequal words: one edit changes the first or the last letter of a longer word, but not both. */
function mayBeOneEditAway(one: string, other: string): boolean {
  const isShort = one.length < 3 || other.length < 3
  return isShort || one[0] === other[0] || one.at(-1) === other.at(-1)
}

/** Returns true if at most `edits` edits turn `one` from `i` on into `other` from `j` on. */
function isWithin(edits: number, one: string, other: string, i: number, j: number): boolean {
  if (Math.abs(one.length - i - (other.length - j)) > edits) return false
  while (i < one.length && one[i] === other[j]) {
    i++
    j++
  }
  if (i === one.length || j === other.length) return true
  if (edits === 0) return false
  const isSwapped = j + 1 < other.length && one[i] === other[j + 1] && one[i + 1] === other[j]
  return (
    (isSwapped && isWithin(edits - 1, one, other, i + 2, j + 2)) ||
    isWithin(edits - 1, one, other, i + 1, j + 1) ||
    isWithin(edits - 1, one, other, i + 1, j) ||
    isWithin(edits - 1, one, other, i, j + 1)
  )
}
