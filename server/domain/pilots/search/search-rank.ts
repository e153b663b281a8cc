/** The rank of a pilot among those that a search finds: how well each word fits, from the search text alone. */
import type { SearchTerm } from './search.ts'
import { codeKey, codeMark, hasDigit, nameMark, numberMark } from './search-text.ts'

/** The level of a word if the search text contains a text or not, or matches a pattern. The lowest is the best. */
type RankTest = { level: number } & ({ has: string } | { lacks: string } | { matches: RegExp })

/** The levels of one word: the first test that holds decides, and `otherwise` if none holds. */
interface WordRanking {
  tests: readonly RankTest[]
  otherwise: number
}

/** The rank is 0 if the text contains `whole`, and else the sum of the levels of all words. */
export interface Ranking {
  whole?: string
  words: readonly WordRanking[]
}

/**
 * Returns the ranking of a search. First come the pilot with the number, then those with the DNI or the licence, then
 * those whose first name or surname is the word, then those in which a word starts with it, then the rest.
 */
export function rankingOf(terms: readonly SearchTerm[]): Ranking {
  const joined = terms.length > 1 && codeKey(terms.map(({ word }) => word).join(''))
  return {
    ...(joined && hasDigit(joined) && { whole: `${codeMark}${joined} ` }),
    words: terms.map(rankingOfWord),
  }
}

export function rankOf(text: string, { whole, words }: Ranking): number {
  if (whole && text.includes(whole)) return 0
  let rank = 0
  for (const word of words) rank += levelOf(text, word)
  return rank
}

function levelOf(text: string, { tests, otherwise }: WordRanking): number {
  for (const test of tests) if (holds(text, test)) return test.level
  return otherwise
}

function holds(text: string, test: RankTest): boolean {
  if ('has' in test) return text.includes(test.has)
  return 'lacks' in test ? !text.includes(test.lacks) : test.matches.test(text)
}

function rankingOfWord({ word, code, similar }: SearchTerm): WordRanking {
  const better = hasDigit(word) ? testsOfCode(word) : testsOfName(word)
  const start = ` ${word}`
  // Most pilots that a short word finds have it elsewhere than at the start of a word: one test is enough for them.
  if (!code && !similar) return { tests: [{ lacks: start, level: 5 }, ...better], otherwise: 4 }
  const exact = [...better, { has: start, level: 4 }]
  if (!similar) return { tests: exact, otherwise: 5 }
  const first = new RegExp(nameMark.trim() + similar.source, 'u')
  return { tests: [...exact, { has: word, level: 5 }, { matches: first, level: 6 }], otherwise: 7 }
}

function testsOfCode(word: string): RankTest[] {
  const key = codeKey(word)
  return [
    { has: `${numberMark}${key} `, level: 0 },
    { has: `${codeMark}${key} `, level: 1 },
    { has: `${numberMark}${key}`, level: 2 },
    { has: `${codeMark}${key}`, level: 3 },
  ]
}

function testsOfName(word: string): RankTest[] {
  return [
    { has: `${nameMark}${word} `, level: 2 },
    { has: `${nameMark}${word}`, level: 3 },
  ]
}
