/**
 * Finds pilots by words: every word must occur, in any order; accents, case and punctuation are ignored, and one wrong,
 * missing, extra or swapped letter in each word if nobody fits exactly. The best matches come first, and those of equal rank
 * as the list without a search has them.
 */
import { count } from '../../text/text.ts'
import { typedLetters, typedSearch } from '../../text/typed-letters.ts'
import type { Field, Searched } from '../field.ts'
import { fieldNames, fields, fieldText } from '../fields.ts'
import { type OwnKind, type OwnName, ownKindOf, ownNamesIn } from '../own/own-name.ts'
import type { Pilot } from '../pilot.ts'
import { type DniPattern, matchesDni, readDniPattern } from '../rules.ts'

/** The mark before the first name, before the first surname, and before a word that follows particles. */
const nameMark = ', '
/** The mark before the number and every other code. */
const codeMark = '- '
/** The mark before the number, which ends with `codeMark`. */
const numberMark = '.- '

/**
 * Returns the search text of a pilot, without some fields of one's own. Every word has a space before and after it.
 * @example ' , percy , de la , condori , delacondori percy@correope - 70123456 - fm20260001 .- 7 007 rally motoclub '
 */
export function searchText(pilot: Pilot, unsearched: readonly OwnName[] = []): string {
  // A joined array takes less memory than a string that is put together in parts.
  const parts = ['']
  for (const { name, textOf } of searchedFields) {
    const value = pilot[name]
    if (value !== undefined && value !== null) parts.push(textOf(value))
  }
  // The list has filters for the others.
  for (const name of ownNamesIn(pilot))
    if (searchedKinds.has(ownKindOf(name)) && !unsearched.includes(name))
      parts.push(wordsOf(fieldText(name, pilot[name])))
  parts.push('')
  return parts.join(' ')
}

/**
 * Returns a search text with the numbers that a rider has in an event, as the first ones: that of the record is a code. The
 * names of the categories are codes, too.
 */
export function withEntries(text: string, numbers: readonly string[], categories: readonly string[]): string {
  const known = numbers.length > 0 ? text.replace(` ${numberMark}`, ` ${codeMark}`) : text
  const added = [...numbers.map(texts.number), ...categories.map(texts.code)]
  return [known, ...added.map((one) => `${one} `)].join('')
}

const searchedKinds: ReadonlySet<OwnKind> = new Set(['texto', 'numero', 'fecha'])

/**
 * Returns the words of a search: see `typedSearch`. A word without letters and digits, such as a single comma, is no word.
 */
export function searchWords(search: string): string[] {
  return tokensOf(typedSearch(search)).flatMap(partsOf).filter(Boolean)
}

/** Returns the form in which a number, a document or a licence is compared: without leading zeros. */
function codeKey(word: string): string {
  return word.replace(/^0+(?=.)/, '')
}

function hasDigit(word: string): boolean {
  return /\d/.test(word)
}

/** Particles of Spanish names, which are often typed together with the word that follows them. */
const particles = new Set(
  'd da das de del della den der di do dos du e el la las le lo los mac mc o san santa santo van vda von y'.split(
    ' ',
  ),
)
const hasParticle = new RegExp(`(?:^| )(?:${[...particles].join('|')})(?: |$)`)

/** Returns names with their particles. The word after particles is marked, and is added again as one word with them. */
function namesOf(value: string): string {
  const names = wordsOf(value)
  if (!hasParticle.test(names)) return names
  const found: string[] = []
  const joined: string[] = []
  let run = ''
  for (const word of names.split(' ')) {
    const isParticle = particles.has(word)
    if (run && !isParticle) {
      found.push(nameMark + word)
      joined.push(nameMark + run + word)
    } else found.push(word)
    run = isParticle ? run + word : ''
  }
  return [...found, ...joined].join(' ')
}

/** Returns an e-mail address without its punctuation, or the words of another text. */
function emailOf(value: string): string {
  const text = withoutPunctuation(typedLetters(value))
  return isUneven.test(text) ? wordsOf(value) : text
}

/** Returns the code as one word without leading zeros, and its words if they differ. */
function codesOf(value: string): string {
  const text = withoutPunctuation(typedLetters(value))
  if (!isUneven.test(text) && !text.startsWith('0')) return text
  const words = tokensOf(text)
  const key = codeKey(words.join(''))
  return words.length === 1 && key === words[0] ? key : [key, ...words].join(' ')
}

/** Returns the words of a field. A word with hyphens or dots gives its parts, and the whole word without them. */
function wordsOf(value: string): string {
  const folded = typedLetters(value)
  // Most fields are plain words, and need nothing else.
  if (isPlain.test(folded)) return folded
  const words = tokensOf(folded).flatMap((token) => {
    const parts = partsOf(token)
    return parts.length > 1 ? [...parts, withoutPunctuation(token)] : parts
  })
  return words.join(' ')
}

/** Splits a folded text at white space and commas. */
function tokensOf(folded: string): string[] {
  return folded
    .replace(/['’`´]/g, '')
    .split(/[\s,]+/)
    .filter(Boolean)
}

/** Splits a word at dots and hyphens. A code and an e-mail address are not split; only their punctuation is removed. */
function partsOf(token: string): string[] {
  if (!/[.-]/.test(token)) return [token]
  return /[\d@]/.test(token) ? [withoutPunctuation(token)] : token.split(/[.-]+/).filter(Boolean)
}

function withoutPunctuation(token: string): string {
  return token.replace(/[.-]+/g, '')
}

/** Matches words of letters, digits and spaces only; a text of other characters may be plain as well. */
const isPlain = /^[a-z\d]+(?: [a-z\d]+)*$/

/** Matches a code that is not a single word. */
const isUneven = /[\s,'’`´]|^$/

/** Returns the text of a value, by the way in which its field is searched. */
const texts: Record<Searched, (value: string | number) => string> = {
  names: (value) => nameMark + namesOf(String(value)),
  number: (value) => numberMark + codesOf(String(value)),
  code: (value) => codeMark + (typeof value === 'number' ? value : codesOf(value)),
  email: (value) => emailOf(String(value)),
  words: (value) => wordsOf(String(value)),
}

/** The searched fields, in the order of the form. */
const searchedFields = fieldNames.flatMap((name) => {
  const { searched }: Field = fields[name]
  return searched ? [{ name, searched, textOf: texts[searched] }] : []
})

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

/** The message about pilots that do not fit a search exactly. */
export const approximateNote =
  'Ningún piloto coincide exactamente: estos se parecen, con una letra de diferencia en alguna palabra.'

/** One condition of a search, which a pilot meets in any of several ways. */
export interface SearchTerm {
  /** The word in the form of the search text, which contains it. */
  word: string
  /** The code that the word means if it has leading zeros: the search text contains it with its marks. */
  code?: { key: string; marked: string }
  /** The DNIs that the word means if it has leading zeros. */
  dni?: DniPattern
  /** The digits of a telephone that the word is, or belongs to. */
  phone?: string
  /** The similar words, with the spaces around them: the search text matches it. Only if errors are forgiven. */
  similar?: RegExp
}

/** Returns the conditions of a search, all of which must hold. A blank search has none. */
export function searchTerms(search = ''): SearchTerm[] {
  const whole = phoneOf(search)
  return searchWords(search).map((word) => {
    const key = codeKey(word.replace(/^#/, ''))
    if (/^#\d/.test(word)) return { word: `${numberMark}${key} ` }
    const phone = whole ?? phoneOf(word)
    const term = { word, ...(phone !== undefined && { phone }) }
    if (!word.startsWith('0')) return term
    return { ...term, code: { key, marked: `${codeMark}${key} ` }, dni: readDniPattern(word) }
  })
}

/** Returns the digits of a text that may be a part of a telephone, as people write one. */
function phoneOf(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '').replace(/^00/, '')
  return /^\d{4,}$/.test(digits) ? digits : undefined
}

/** Returns true if a telephone has these digits, which may begin with the code of its country. */
function isPhone(stored: string, digits: string): boolean {
  return stored.includes(digits) || (stored.length > 5 && digits.endsWith(stored))
}

/** Returns the conditions for which one error in each word is forgiven, or undefined if every word must be exact. */
export function forgivingTerms(terms: readonly SearchTerm[]): SearchTerm[] | undefined {
  if (!terms.some(({ word }) => isForgiven(word))) return undefined
  return terms.map((term) =>
    isForgiven(term.word) ? { ...term, similar: new RegExp(` ${similarPattern(term.word)} `, 'u') } : term,
  )
}

/** Returns true if a pilot meets all conditions. `text` is the pilot's search text. */
export function matchesTerms(pilot: Pilot, text: string, terms: readonly SearchTerm[]): boolean {
  for (const { word, code, dni, phone, similar } of terms) {
    if (text.includes(word)) continue
    if (phone && pilot.celular && isPhone(String(pilot.celular), phone)) continue
    if (code && text.includes(code.marked)) continue
    if (dni && typeof pilot.dni === 'number' && matchesDni(pilot.dni, dni, pilot.paisdoc)) continue
    if (!similar?.test(text)) return false
  }
  return true
}

/** The length of the shortest word, in characters, for which an error is forgiven. */
const shortest = 4

/** Returns true if errors in a word are forgiven: never in codes and e-mail addresses. */
function isForgiven(word: string): boolean {
  return isText(word) && Array.from(word).length >= shortest
}

/**
 * Returns a regular expression of the words that differ from a word by one wrong, missing, extra or swapped letter. In a
 * search text, a space stands before and after the match.
 * @example new RegExp(similarPattern('qispe')).test('quispe') // true
 */
export function similarPattern(word: string): string {
  const letters = Array.from(word, sourceOf)
  const swapped = letters
    .slice(1)
    .map((letter, index) => letters.toSpliced(index, 2, letter, letters[index] ?? ''))
  const shortened = letters.map((_, index) => letters.toSpliced(index, 1))
  const replaced = letters.map((_, index) => letters.toSpliced(index, 1, anyLetter))
  const lengthened = [...letters, ''].map((_, index) => letters.toSpliced(index, 0, anyLetter))
  const similar = [...swapped, ...shortened, ...replaced, ...lengthened].map((parts) => parts.join(''))
  return `(?:${[...new Set(similar)].join('|')})`
}

/**
 * Returns texts of which every search text with a similar word contains at least one, so that a store can look them up
 * in an index: one error leaves the first or the second half of a word intact, unless it swaps the letters between them.
 * @example similarParts('qispe') // [' qi', 'spe ', ' qsipe ']
 */
export function similarParts(word: string): string[] {
  const letters = Array.from(word)
  const middle = letters.length >> 1
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)]
  const swapped = [...first.slice(0, -1), second[0], first.at(-1), ...second.slice(1)]
  return [` ${first.join('')}`, `${second.join('')} `, ` ${swapped.join('')} `]
}

const anyLetter = '[^ 0123456789@]'

function sourceOf(letter: string): string {
  return letter.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&')
}

/** U+0000 and U+E000 are excluded because not every store can write them in a pattern. */
function isText(word: string): boolean {
  return !/[\d@\0\ue000]/.test(word)
}

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
