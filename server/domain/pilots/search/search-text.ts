/**
 * The search text of a pilot: all fields whose entries say that they are searched, as words, in the form in which a
 * search is read too. Accents, case, apostrophes, commas, dots and hyphens are removed, so that the last three can mark
 * the fields in the text.
 */
import { fold } from '../../text/text.ts'
import type { Field, Searched } from '../field.ts'
import { fieldNames, fields } from '../fields.ts'
import type { Pilot } from '../pilot.ts'

/** The mark before the first name, before the first surname, and before a word that follows particles. */
export const nameMark = ', '
/** The mark before the number and every other code. */
export const codeMark = '- '
/** The mark before the number, which ends with `codeMark`. */
export const numberMark = '.- '

/**
 * Returns the search text of a pilot. Every word has a space before and after it.
 * @example ' , percy , de la , condori , delacondori percy@correope - 70123456 - fm20260001 .- 7 007 rally motoclub '
 */
export function searchText(pilot: Pilot): string {
  // A joined array takes less memory than a string that is put together in parts.
  const parts = ['']
  for (const { name, textOf } of searchedFields) {
    const value = pilot[name]
    if (value !== undefined && value !== null) parts.push(textOf(value))
  }
  parts.push('')
  return parts.join(' ')
}

/** Returns the words of a search. A word without letters and digits, such as a single comma, is no word. */
export function searchWords(search: string): string[] {
  return tokensOf(fold(search)).flatMap(partsOf).filter(Boolean)
}

/** Returns the form in which a number, a document or a licence is compared: without leading zeros. */
export function codeKey(word: string): string {
  return word.replace(/^0+(?=.)/, '')
}

export function hasDigit(word: string): boolean {
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
  const text = withoutPunctuation(fold(value))
  return isUneven.test(text) ? wordsOf(value) : text
}

/** Returns the code as one word without leading zeros, and its words if they differ. */
function codesOf(value: string): string {
  const text = withoutPunctuation(fold(value))
  if (!isUneven.test(text) && !text.startsWith('0')) return text
  const words = tokensOf(text)
  const key = codeKey(words.join(''))
  return words.length === 1 && key === words[0] ? key : [key, ...words].join(' ')
}

/** Returns the words of a field. A word with hyphens or dots gives its parts, and the whole word without them. */
function wordsOf(value: string): string {
  const folded = fold(value)
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
