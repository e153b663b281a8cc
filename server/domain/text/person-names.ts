/** Full names of persons: splits them into given names and surnames, joins them, and rewrites capitals. */
import {
  frequentGivenNames,
  frequentGivenPhrases,
  frequentSurnamePhrases,
  frequentSurnames,
} from './frequent-names.ts'
import { fold } from './text.ts'

interface PersonName {
  /** The given names. */
  name: string
  /** The surnames. */
  lastname: string
}

/**
 * Returns true if the full names of a column begin with the surnames, false if they end with them, and undefined if
 * that is unclear. It is clear if frequent names are in at least a tenth of the texts, and if two thirds of these
 * texts have the same order. Texts with a comma are ignored, unless all have one: then surnames are first.
 */
export function surnamesFirst(texts: readonly string[]): boolean | undefined {
  const filled = texts.map(normalized).filter((text) => text !== '')
  const withoutComma = filled.filter((text) => !text.includes(','))
  if (withoutComma.length === 0) return filled.length > 0 ? true : undefined
  let [first, last] = [0, 0]
  for (const text of withoutComma) {
    const parts = partsOf(text)
    const [start, end] = [parts[0]?.kind, parts.at(-1)?.kind]
    if (start === end) continue
    if (start === 'surname' || end === 'given') first++
    else last++
  }
  const known = first + last
  if (known === 0 || known * 10 < withoutComma.length) return undefined
  return first * 3 >= known * 2 ? true : last * 3 >= known * 2 ? false : undefined
}

/**
 * Splits a full name at its comma, else by the number of its words and by frequent names. A particle belongs to the
 * next word. The result is uncertain if the order of the column is undefined, if the words allow another division, or
 * if a frequent name is on the wrong side. A single word is a name without surnames.
 * @example splitFullName('DE LA CRUZ QUISPE Ana', true)
 * // { name: 'Ana', lastname: 'DE LA CRUZ QUISPE', isCertain: true }
 */
export function splitFullName(
  text: string,
  surnamesFirst: boolean | undefined,
): PersonName & { isCertain: boolean } {
  const line = normalized(text)
  const comma = line.indexOf(',')
  if (comma >= 0) return splitAtComma(line, comma)
  const parts = partsOf(line)
  if (parts.length < 2) return { name: line, lastname: '', isCertain: false }
  const middle = parts.length === 3 ? parts[1]?.kind : undefined
  const surnameCount = parts.length === 2 || middle === 'given' ? 1 : 2
  const split = surnamesFirst ? surnameCount : parts.length - surnameCount
  const [start, end] = [parts.slice(0, split), parts.slice(split)]
  const [names, surnames] = surnamesFirst ? [end, start] : [start, end]
  const isOnlyDivision = parts.length === 2 || middle !== undefined || parts.length === 4
  const isContradicted = has(names, 'surname') || has(surnames, 'given')
  return {
    name: joined(names),
    lastname: joined(surnames),
    isCertain:
      surnamesFirst !== undefined && isOnlyDivision && !isContradicted && !isUnusual(line) && !hasOdd(parts),
  }
}

/** Returns `Surnames, Names`, which `splitFullName` splits into the same parts. */
export function joinFullName({ name, lastname }: PersonName): string {
  return name === '' && lastname === '' ? '' : `${lastname}, ${name}`.trim()
}

/** Returns true if a text has at least two letters and none is in lower case. */
export function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{L}\P{L}*\p{L}/u.test(text)
}

/** Writes a name in capitals as `Quispe de la Cruz`. Any other text stays as it is. */
export function fixCapitals(text: string): string {
  if (!isCapitals(text)) return text
  let previous = ''
  return text.replace(/\S+/g, (word, start: number) => {
    const folded = fold(word)
    const isInside = previous !== '' && start + word.length < text.length
    const isLowerCase = lowerCaseParticles.has(folded) || (previous === 'de' && articles.has(folded))
    const isNumeral = previous !== '' && numerals.has(folded)
    previous = folded
    if (isInside && isLowerCase) return word.toLowerCase()
    return isNumeral ? word : capitalized(word)
  })
}

const articles: ReadonlySet<string> = new Set(['la', 'las', 'los'])
/** The particles that are in lower case after another word, unlike those of La Rosa, Di Stéfano or San Martín. */
const lowerCaseParticles: ReadonlySet<string> = new Set('da das de del den der do dos e van von y'.split(' '))
/** The particles that belong to the next word. */
const particles: ReadonlySet<string> = new Set([
  ...lowerCaseParticles,
  ...articles,
  ...'di le mac mc san santa'.split(' '),
])
const numerals: ReadonlySet<string> = new Set(['ii', 'iii', 'iv'])
const suffixes: ReadonlySet<string> = new Set([...numerals, 'jr', 'jr.'])

/** A word with its particles, or surnames that `y` or `e` joins. */
interface NamePart {
  text: string
  /** The usual meaning of the part. Undefined for a rare name, and for a name that is often both. */
  kind: 'given' | 'surname' | undefined
  /** True if a particle or a suffix is where no name has one, as in «Ana y Luis Quispe». */
  isOdd?: true
}

/** A word or several, as they are written and as `fold` returns them. */
interface Words {
  text: string
  folded: string
}

/** Returns the parts of a normalized text. */
function partsOf(text: string): NamePart[] {
  const parts: NamePart[] = []
  const prefix: Words = { text: '', folded: '' }
  const foldedWords = fold(text).split(' ')
  for (const [index, word] of text.split(' ').entries()) {
    const folded = foldedWords[index] ?? ''
    const previous = parts.at(-1)
    if (particles.has(folded)) {
      prefix.text += `${word} `
      prefix.folded += `${folded} `
    } else if (previous && prefix.text === '' && suffixes.has(folded)) previous.text += ` ${word}`
    else {
      addPart(parts, prefix, { text: word, folded })
      prefix.text = ''
      prefix.folded = ''
    }
  }
  if (prefix.text !== '') parts.push({ text: prefix.text.trimEnd(), kind: undefined, isOdd: true })
  return parts
}

/** Adds a word with its particles. A conjunction joins it to the previous part, unless one of them is a given name. */
function addPart(parts: NamePart[], prefix: Words, word: Words): void {
  const text = prefix.text + word.text
  if (!/^[ye] /.test(prefix.folded)) {
    const isOdd = suffixes.has(word.folded) || undefined
    parts.push({ text, kind: kindOf(prefix.folded, word.folded), isOdd })
    return
  }
  const previous = parts.at(-1)
  const kind = kindOf(prefix.folded.slice(2), word.folded)
  if (!previous || previous.kind === 'given' || kind === 'given') parts.push({ text, kind, isOdd: true })
  else {
    previous.text += ` ${text}`
    previous.kind = 'surname'
  }
}

/** Returns the kind of a folded word after its folded particles, which end with a space. */
function kindOf(prefix: string, word: string): NamePart['kind'] {
  const hyphen = word.indexOf('-')
  const main = hyphen > 0 ? word.slice(0, hyphen) : word
  if (prefix === '' ? frequentGivenNames.has(main) : frequentGivenPhrases.has(prefix + word)) return 'given'
  if (frequentSurnames.has(main)) return 'surname'
  if (prefix === '') return undefined
  if (frequentSurnamePhrases.has(prefix + word) || /(?:^| )san(?:ta)? $/.test(prefix)) return 'surname'
  return undefined
}

function splitAtComma(line: string, comma: number): PersonName & { isCertain: boolean } {
  const [lastname, name] = [line.slice(0, comma).trim(), line.slice(comma + 1).trim()]
  if (lastname === '' || name === '') return { name, lastname, isCertain: false }
  const [surnames, names] = [partsOf(lastname), partsOf(name)]
  const isReversed = has(surnames, 'given') && has(names, 'surname')
  const hasProblem = name.includes(',') || isUnusual(lastname) || isUnusual(name)
  return { name, lastname, isCertain: !isReversed && !hasProblem && !hasOdd(surnames) && !hasOdd(names) }
}

/** Returns true if a text contains more than names, such as a number, a note in brackets or a lone hyphen. */
function isUnusual(text: string): boolean {
  return /[^\p{L}\p{M} .'’´`-]|(?:^| )\P{L}/u.test(text)
}

function has(parts: readonly NamePart[], kind: NamePart['kind']): boolean {
  return parts.some((part) => part.kind === kind)
}

function hasOdd(parts: readonly NamePart[]): boolean {
  return parts.some((part) => part.isOdd)
}

function joined(parts: readonly NamePart[]): string {
  return parts.map((part) => part.text).join(' ')
}

/** Returns a text with single spaces between its words. */
function normalized(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** Writes a capital at the start of each run of letters: `O'Higgins`, `Pérez-García`, `J.C.` */
function capitalized(word: string): string {
  return word.replace(
    /\p{L}[\p{L}\p{M}]*/gu,
    (letters) => letters.slice(0, 1) + letters.slice(1).toLowerCase(),
  )
}
