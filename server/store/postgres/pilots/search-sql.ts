/** Translates the conditions and the ranking of a search to SQL. */
import type { DniPattern } from '#domain/pilot/dni'
import type { SearchTerm } from '#domain/pilot/search'
import type { Ranking, RankTest } from '#domain/pilot/search-rank'
import { arrayOf, type Parameter } from '../connection/queryable.ts'
import { gramOfPair, gramsOfSimilar, gramsOfWord, type WordGram } from './grams.ts'
import { storable } from './rows.ts'

/** Adds a parameter to a statement and returns its placeholder. */
export type Bind = (value: Parameter) => string

/** Returns the parameters of a new statement. */
export function newParameters(): { parameters: Parameter[]; bind: Bind } {
  const parameters: Parameter[] = []
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

export function conditionsOfTerms(terms: readonly SearchTerm[], bind: Bind): string[] {
  const isPlain = ({ code, dni, similar }: SearchTerm) => !code && !dni && !similar
  const plain = terms.filter(isPlain).map(({ word }) => word)
  return [
    ...conditionsOfWords(plain, bind),
    ...terms.filter((term) => !isPlain(term)).map((term) => conditionOfTerm(term, bind)),
  ]
}

/** Returns true if the index finds the pilots that meet the terms: one of the words, in every form, is long enough. */
export function hasGrams(terms: readonly SearchTerm[]): boolean {
  return terms.some(({ word, code }) => gramsOfWord(code?.key ?? word).length > 0)
}

/** Returns an expression for the rank of a row: see `rankOf`. */
export function rankColumn({ whole, words }: Ranking, bind: Bind): string {
  const sum = words
    .map(
      ({ tests, otherwise }) =>
        `CASE ${tests.map((test) => branch(test, bind)).join(' ')} ELSE ${otherwise} END`,
    )
    .join(' + ')
  return whole ? `CASE WHEN ${contains(whole, bind)} THEN 0 ELSE ${sum} END` : sum
}

function branch(test: RankTest, bind: Bind): string {
  return `WHEN ${conditionOf(test, bind)} THEN ${test.level}`
}

function conditionOf(test: RankTest, bind: Bind): string {
  if ('has' in test) return contains(test.has, bind)
  return 'lacks' in test ? `NOT ${contains(test.lacks, bind)}` : matches(test.matches, bind)
}

function conditionOfTerm({ word, code, dni, similar }: SearchTerm, bind: Bind): string {
  const ways = [
    conditionsOfWords([word], bind),
    ...(code ? [[...conditionOfGrams([code.key], bind), contains(code.marked, bind)]] : []),
    ...(dni ? [conditionsOfDni(dni, bind)] : []),
    ...(similar ? [[`grams && ${bind(arrayOf(gramsOfSimilar(word)))}::int4[]`, matches(similar, bind)]] : []),
  ]
  return `(${ways.map((conditions) => `(${conditions.join(' AND ')})`).join(' OR ')})`
}

function conditionsOfWords(words: readonly string[], bind: Bind): string[] {
  return [...conditionOfGrams(words, bind), ...words.map((word) => contains(word, bind))]
}

/** Also uses the index, because the search text contains the digits of the DNI. */
function conditionsOfDni({ digits, below }: DniPattern, bind: Bind): string[] {
  const start = `strpos(dni::text, ${bind(digits)}) = 1`
  return [...conditionOfGrams([digits], bind), start, `dni < ${bind(below)}`]
}

/** Returns no condition if the words are too short for the index. */
function conditionOfGrams(words: readonly string[], bind: Bind): string[] {
  const indexed = words.filter((word) => gramsOfWord(word).length > 0)
  const [one, two] = indexed.toSorted((word, other) => other.length - word.length)
  const pair = one && two && gramOfPair(one, two)
  if (!pair) return indexed.flatMap((word) => gramsOfWord(word).map((gram) => hasEither(gram, bind)))
  const others = indexed.filter((word) => word !== one && word !== two).flatMap(gramsOfWord)
  const [grams, otherGrams] = [gramsOfWord(one), gramsOfWord(two)]
  // Two names start with the words, or no name starts with the first word, or none starts with the second.
  const ways: [number | undefined, WordGram[]][] = [
    [pair, others],
    [grams[0]?.elsewhere, [...grams.slice(1), ...otherGrams, ...others]],
    [otherGrams[0]?.elsewhere, [...otherGrams.slice(1), ...grams, ...others]],
  ]
  const conditions = ways.map(([gram = 0, more]) =>
    [`grams @> ${bind(`{${gram}}`)}::int4[]`, ...more.map((one) => hasEither(one, bind))].join(' AND '),
  )
  return [`((${conditions.join(') OR (')}))`]
}

/** Returns the condition that a text has a gram, at the start of a name or elsewhere. */
function hasEither({ start, elsewhere }: WordGram, bind: Bind): string {
  return `grams && ${bind(`{${start},${elsewhere}}`)}::int4[]`
}

function contains(text: string, bind: Bind): string {
  return `strpos(search, ${bind(storable(text))}) > 0`
}

function matches({ source }: RegExp, bind: Bind): string {
  return `search ~ ${bind(source)}`
}
