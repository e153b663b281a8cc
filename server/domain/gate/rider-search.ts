/** The search of a gate for a rider without a card, in its roster: by number, name or document. */
import type { Pilot } from '../pilots/pilot.ts'
import { dniDigits, formatDni } from '../pilots/rules.ts'
import { typedLetters, typedSearch } from '../text/typed-letters.ts'

/** The part of a rider by which a gate finds the rider. */
interface Findable {
  name: string
  lastname: string
  /** Null if an incomplete rider has none. */
  npiloto: string | null
  /** Those of further entries. */
  numbers?: readonly string[]
  /** See `documentEnd`. */
  document?: string
}

/** A rider with what a search compares, which takes most of its time. */
export interface IndexedRider<Rider> {
  rider: Rider
  numbers: readonly string[]
  document?: string
  /** See `joinedWords`. */
  words: readonly string[]
}

/** The characters of a document that a gate knows. More would tell a lost phone more than the gate needs. */
const documentLength = 4

/** The longest text that is searched for. */
const maxSought = 100

/** The most riders that a search returns. */
export const maxFound = 20

/** Returns the last characters of the DNI or, for a rider without one, of the other document. */
export function documentEnd({
  dni,
  documento,
  paisdoc,
}: Pick<Pilot, 'dni' | 'documento' | 'paisdoc'>): string | undefined {
  const document = compact(typeof dni === 'number' ? formatDni(dni, paisdoc) : (documento ?? ''))
  return document ? document.slice(-documentLength) : undefined
}

/** Prepares riders for `findRiders`. */
export function indexRiders<Rider extends Findable>(riders: readonly Rider[]): IndexedRider<Rider>[] {
  return riders.map((rider) => {
    const { name, lastname, npiloto, numbers = [], document } = rider
    const keys = [npiloto ?? '', ...numbers].map(numberKey)
    return { rider, numbers: keys, document, words: joinedWords(name, lastname) }
  })
}

/**
 * Returns at most `maxFound` riders: those with this number first, then those whose document ends like the text, then
 * those whose names have every word of the text at the beginning of a word. A number with a sign, such as `N° 27`, is only
 * a number, as in the search of the desk.
 *
 * @example findRiders(indexRiders(riders), '27'), and with '45678912' or 'quis ana' in place of '27'
 */
export function findRiders<Rider>(riders: readonly IndexedRider<Rider>[], text: string): Rider[] {
  const sought = typedSearch(text.slice(0, maxSought))
  const [sign, number] = /#(\d[\p{L}\d]*)/u.exec(sought) ?? []
  if (sign !== undefined && number !== undefined) {
    const [key, words] = [numberKey(number), wordsOf(sought.replace(sign, ' '))]
    const isFound = (one: IndexedRider<Rider>) => one.numbers.includes(key) && hasWords(one, words)
    return riders.flatMap((one) => (isFound(one) ? [one.rider] : [])).slice(0, maxFound)
  }
  const [code, words] = [compact(sought), wordsOf(sought)]
  if (!code) return []
  const [key, ends] = [numberKey(code), documentEndsOf(code)]
  const conditions: ((one: IndexedRider<Rider>) => boolean)[] = [
    ({ numbers }) => numbers.includes(key),
    ({ document }) => document !== undefined && ends.includes(document),
    (one) => hasWords(one, words),
  ]
  const found = new Set(conditions.flatMap((fits) => riders.filter(fits)))
  return Array.from(found, ({ rider }) => rider).slice(0, maxFound)
}

/**
 * Returns true if each word begins where a word of a name does. A name that is written in parts is found in one word, and
 * the other way round: `dangelo` and `D'Angelo`, `delacruz` and `De la Cruz`, `mc donald` and `McDonald`.
 */
function hasWords(one: IndexedRider<unknown>, words: readonly string[]): boolean {
  let part = ''
  return words.every((word) => {
    part = [word, part + word].find((text) => one.words.some((name) => name.startsWith(text))) ?? ''
    return part !== ''
  })
}

/** Returns what a roster has of the documents that a text can mean: a DNI may be followed by its check digit. */
function documentEndsOf(code: string): string[] {
  if (code.length < documentLength || !/\d/.test(code)) return []
  const isChecked = /^\d+$/.test(code) && code.length === dniDigits + 1
  return [code, ...(isChecked ? [code.slice(0, dniDigits)] : [])].map((one) => one.slice(-documentLength))
}

/** Returns true for a text that looks like a DNI, with or without its check digit. */
export function isDocumentNumber(text: string): boolean {
  return /^\d{7,9}$/.test(text.trim().replace(/[.-]/g, ''))
}

/** Returns the letters and digits of a text, in lower case. */
function compact(text: string): string {
  return typedLetters(text).replace(/[^\p{L}\d]/gu, '')
}

/** Returns a number without leading zeros, which a rider may say or leave out. */
function numberKey(text: string): string {
  return compact(text).replace(/^0+(?=\d)/, '')
}

/** Returns each word of some names with those that follow it in its name: `delacruz`, `lacruz` and `cruz`. */
function joinedWords(...names: string[]): string[] {
  return names.flatMap((name) => wordsOf(name).map((_, index, all) => all.slice(index).join('')))
}

function wordsOf(text: string): string[] {
  return typedLetters(text)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
}
