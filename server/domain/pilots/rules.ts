/**
 * The rules that a field can have: each takes any input, and returns the value to store or a problem. They are functions,
 * since a schema only checks, and an import reads every cell once.
 */
import { isFuture, parseDate, parseSerial, parseShortYear, readDay } from '../text/date.ts'
import { editDistance } from '../text/edit-distance.ts'
import { enteredText } from '../text/names.ts'
import { enumerate, fold, wellFormed } from '../text/text.ts'

/** A problem with a value, as a message for people. */
export class Problem {
  constructor(
    readonly message: string,
    /** The option that the value nearly is. */
    readonly suggestion?: string,
    /** The options that the value names, if it names several. */
    readonly named: readonly string[] = [],
  ) {}
}

export interface Rule<Value> {
  (input: unknown): Value | Problem
  /** Returns a text that is equal for the spellings of one option, known or not. Only a rule of options has it. */
  spellingKey?: (text: string) => string
}

/** The type of the values that a rule returns for storage. */
export type Stored<SomeRule> = SomeRule extends Rule<infer Value> ? Exclude<Value, Problem> : never

const required = 'Campo Requerido'

/** The smallest number whose last digits are not sure: spreadsheet programs keep 15. */
export const tooLongNumber = 1e15

/**
 * Returns a rule for a line of 1 to `maxLength` characters: see `enteredText`. A number is converted to text, and a line
 * break to a space.
 */
export function textRule(maxLength = 120, missing = required): Rule<string> {
  const lines = linesRule(maxLength, missing)
  return (input) => {
    const text = lines(input)
    return typeof text === 'string' && text.includes('\n') ? text.replace(/\s*\n\s*/g, ' ') : text
  }
}

/** Returns a `textRule` that keeps line breaks. */
export function linesRule(maxLength = 120, missing = required, notText = 'Escriba un texto'): Rule<string> {
  const problems = {
    notText: new Problem(notText),
    missing: new Problem(missing),
    tooLong: new Problem(`Escriba como máximo ${maxLength} caracteres`),
    tooLongNumber: new Problem('Un número de más de 15 cifras pierde las últimas: escríbalo como texto'),
  }
  return (input) => {
    if (typeof input === 'number' && Math.abs(input) >= tooLongNumber) return problems.tooLongNumber
    const written = typeof input === 'number' ? String(input) : (input ?? '')
    if (typeof written !== 'string') return problems.notText
    const text = enteredText(wellFormed(written))
    if (text === '') return problems.missing
    return text.length > maxLength ? problems.tooLong : text
  }
}

/**
 * Returns a rule for letters, digits and `_+-` in words with dots between them, an @, and a domain with a dot. Ignores
 * a leading `mailto:`.
 */
export function emailRule(message: string): Rule<string> {
  const pattern = /^[\w+-]+(?:\.[\w+-]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,}$/i
  const text = linesRule(120, required, message)
  const problem = new Problem(message)
  return (input) => {
    const given = text(input)
    if (given instanceof Problem || pattern.test(given)) return given
    const address = given.replace(/^mailto:\s*/i, '')
    return pattern.test(address) ? address : problem
  }
}

/**
 * Returns a rule for a positive integer of at most 15 digits (the longest telephone number of ITU-T E.164, and safe
 * in JSON). `clean` removes the notation of a text that is not such an integer. The problem of a text with more than one
 * number suggests what `firstIn` returns.
 */
function integerRule(
  message: string,
  clean: (text: string) => string,
  firstIn: (text: string) => string | undefined,
): Rule<number> {
  const text = linesRule(120, required, message)
  const problem = new Problem(message)
  const numberIn = (given: string) => {
    const digits = isInteger.test(given) ? given : clean(given)
    return isInteger.test(digits) ? Number(digits) : 0
  }
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const number = numberIn(given)
    if (number > 0) return number
    const first = numberIn(firstIn(given) ?? '')
    return first >= smallestFirst ? new Problem(message, String(first)) : problem
  }
}

/**
 * Returns a rule for a number with at most nine digits and two decimals, which follow a point or a comma. Three of them
 * would be a thousand to some people, and are refused.
 */
export function numberRule(): Rule<number> {
  const message = 'Escriba un número, como 12 o 12,5, sin separar los miles'
  const text = linesRule(120, required, message)
  const problem = new Problem(message)
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    return /^[-+]?\d{1,9}(?:[.,]\d{1,2}|[.,]0+)?$/.test(given) ? Number(given.replace(',', '.')) : problem
  }
}

/** The smallest number that is suggested as the first of two: a shorter one is rather a part of a number. */
const smallestFirst = 100_000

const isInteger = /^\d{1,15}$/

/** Removes the zeros after the decimal point or comma of a spreadsheet's number: `43334445.0`. */
function withoutDecimals(text: string): string {
  return /^\d{1,15}[.,]0{1,2}$/.test(text) ? text.slice(0, text.search(/[.,]/)) : text
}

/**
 * Returns a rule for letters and digits with at least one digit, which are stored in capitals, without spaces, dots and
 * hyphens: `ab-123.456` as `AB123456`.
 */
export function codeRule(maxLength: number, missing: string): Rule<string> {
  const text = textRule(120, missing)
  const problems = {
    missing: new Problem(missing),
    tooLong: new Problem(`Escriba como máximo ${maxLength} letras y números`),
    other: new Problem('Escriba letras y números, como AB123456'),
  }
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const code = given.replace(/[\s.\u2010-\u2015\u2212-]+/g, '').toUpperCase()
    if (code === '') return problems.missing
    if (!/^[\p{L}\d]*\d[\p{L}\d]*$/u.test(code)) return problems.other
    return code.length > maxLength ? problems.tooLong : code
  }
}

/**
 * Returns an `integerRule` that also accepts the notation of identity documents: `DNI 40123456`, `C.E. 001234567`,
 * `40.123.456`.
 */
export function documentRule(message: string): Rule<number> {
  return integerRule(
    message,
    (text) => withoutThousands(withoutDecimals(text.replace(documentLabel, ''))),
    beforeCheckDigit,
  )
}

/** Returns the document before its check digit: `41000003-1`. */
function beforeCheckDigit(text: string): string | undefined {
  return /^(.*\d)\s*[-–]\s*[\dk]$/i.exec(text)?.[1]
}

/** `DNI` or `CE` (carné de extranjería) before a digit, with `N°`, `Nº`, `No.` or `Nro.` after it or not. */
const documentLabel = /^(?:d\.? ?n\.? ?i\.?|c\.? ?e\.?)\s*(?:n(?:r?o)?[.°º]*)?[\s:-]*(?=\d)/i

/** Removes the separators of thousands, as in `40.123.456`, `40 123 456` or `40,123,456`. */
function withoutThousands(text: string): string {
  return /^\d{1,3}(?:([.\s])\d{3}(?:\1\d{3})*|(?:,\d{3}){2,})$/.test(text) ? text.replace(/\D/g, '') : text
}

/** Returns an `integerRule` that also accepts the notation of one telephone number: `+51 987 654-321`. */
export function telephoneRule(message: string): Rule<number> {
  const clean = (text: string) => {
    const number = withoutDecimals(text)
    const isNumber = /^\+?[\d(](?:[\d\s()-]|\.(?=\d{3}))*$/.test(number) && !mayBeTwo(number)
    return isNumber ? number.replace(/\D/g, '') : number
  }
  return integerRule(message, clean, firstTelephone)
}

/** Returns the first of several telephone numbers: `999888777 / 988777666`. */
function firstTelephone(text: string): string | undefined {
  const [first, ...others] = text
    .split(/[/;,|\n]|\s[yo–-]\s|\s(?=\d{6,}$)/)
    .filter((one) => one.trim() !== '')
  const areNumbers = others.every((other) => /^[\d\s().+-]+$/.test(other) && /(?:\d\D?){6}/.test(other))
  return others.length > 0 && areNumbers ? first?.trim() : undefined
}

/** Returns true if a text without a country code may be two numbers: `987654321-2`, `4223344 4223355`. */
function mayBeTwo(text: string): boolean {
  if (text.startsWith('+')) return false
  return /-\s*\d$/.test(text) || (text.match(/\d{6,}/g) ?? []).length > 1
}

/**
 * Returns a rule for a birthday, which is stored as `YYYY-MM-DD`. Accepts the serials of Excel, and a year of two
 * digits if it makes the person 3 to 99 years old in only one century.
 */
export function birthdayRule(now = () => new Date()): Rule<string> {
  const message = 'Ingrese una fecha válida, como 28/02/1994'
  const text = linesRule(120, required, message)
  const problems = {
    noDate: new Problem(message),
    shortYear: new Problem('Escriba el año con cuatro cifras, como 28/02/1994'),
    future: new Problem('La fecha de nacimiento no puede ser futura'),
  }
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const date = parseDate(given, '1900-01-01') ?? parseSerial(given)
    if (date !== undefined) return isFuture(date, now()) ? problems.future : date
    const days = parseShortYear(given)
    if (days === undefined) return problems.noDate
    const [likely, other] = days.filter((day) => isAgeOfRider(now().getFullYear() - Number(day.slice(0, 4))))
    return likely === undefined || other !== undefined ? problems.shortYear : likely
  }
}

/** Returns true for an age that decides the century of a birthday. */
function isAgeOfRider(years: number): boolean {
  return years >= 3 && years <= 99
}

/**
 * Returns a rule for the last day of something, which is stored as `YYYY-MM-DD`. Accepts the serials of Excel, and reads
 * a year of two digits as one of this century.
 */
export function dayRule(now = () => new Date()): Rule<string> {
  const message = 'Ingrese una fecha válida, como 31/12/2026'
  const text = linesRule(120, required, message)
  const problems = {
    noDate: new Problem(message),
    far: new Problem(`La fecha está a más de ${mostYears} años: revise el año`),
  }
  return (input) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const day = readDay(given) ?? parseSerial(given)
    if (day === undefined) return problems.noDate
    return Number(day.slice(0, 4)) > now().getFullYear() + mostYears ? problems.far : day
  }
}

/** The most years after this one that a last day has. */
const mostYears = 100

interface OptionRuleOptions {
  /** Two texts with the same key mean the same option. */
  keyOf?: (text: string) => string
  /** The message for an empty value. */
  missing?: string
  /** Other words, each with the option that it means. */
  spellings?: readonly (readonly [spelling: string, option: string])[]
}

/** Returns a rule for one of `options`. The problem of a text that is nearly an option suggests it. */
export function optionRule<const Option extends string>(
  options: readonly Option[],
  { keyOf = wordKey, missing = required, spellings = [] }: OptionRuleOptions = {},
): Rule<Option> {
  const text = textRule(120, missing)
  const exact = new Map<string, Option>(options.map((option) => [option, option]))
  const meanings = [...spellings, ...options.map((option) => [option, option] as const)]
  // An option such as `2T o 4T` is quoted, so that it is not taken for two.
  const shown = options.some((one) => one.includes(' o ')) ? options.map((one) => `«${one}»`) : options
  const byKey = new Map(meanings.map(([words, option]) => [keyOf(words), option as Option]))
  const rule = (input: unknown) => {
    const given = text(input)
    if (given instanceof Problem) return given
    const option = exact.get(given)
    if (option !== undefined) return option
    const key = keyOf(given)
    const meant = byKey.get(key)
    if (meant !== undefined) return meant
    const named = optionsIn(byKey, given)
    if (named.length > 1)
      return new Problem(`«${given}» no es una opción: ${severalText(named)}`, undefined, named)
    const nearest = nearestOf(byKey, key) ?? abbreviatedIn(byKey, given, key) ?? classIn(byKey, given)
    const advice = nearest === undefined ? `elija ${enumerate(shown, 'o')}` : `¿quiso decir ${nearest}?`
    return new Problem(`«${given}» no es una opción: ${advice}`, nearest)
  }
  return Object.assign(rule, { spellingKey: (given: string) => spellingKey(given, keyOf) })
}

/** Returns a text that is equal for the spellings of one option: see `Rule`. */
export function spellingKey(given: string, keyOf = wordKey): string {
  return keyOf(given).replaceAll(' ', '') + minusIn(given)
}

/** Returns the minus of a text, which a key leaves out as a hyphen: `-35` is not `35`, and `B -` is not `B`. */
function minusIn(text: string): string {
  return /(?:^|\s)[\u2010-\u2015\u2212-](?=\d)|[\u2010-\u2015\u2212-]\s*$/.test(text) ? '-' : ''
}

/** Returns the option of which a text with a point at its end is the beginning, unless it begins several: `Reg.` */
function abbreviatedIn<Option>(byKey: Map<string, Option>, text: string, key: string): Option | undefined {
  if (!isAbbreviation(text, key)) return undefined
  const begun = new Set([...byKey].flatMap(([other, option]) => (other.startsWith(key) ? [option] : [])))
  return begun.size === 1 ? [...begun][0] : undefined
}

/** Returns true for a text such as `Nac.`, whose key may be the beginning of another one. */
export function isAbbreviation(text: string, key: string): boolean {
  return key.length >= 3 && /\.\s*$/.test(text)
}

/** Says in Spanish that a text names several options. */
export function severalText(named: readonly string[]): string {
  return `son ${named.length === 2 ? 'dos' : named.length}, ${enumerate(named)}`
}

/** Returns the different options that the words of a text name, the longest names first. */
function optionsIn<Option>(byKey: Map<string, Option>, text: string): Option[] {
  const words = wordsIn(text)
  const found = new Set<Option>()
  for (let start = 0; start < words.length; ) {
    const [option, length = 1] = optionAt(byKey, words.slice(start)) ?? []
    if (option !== undefined) found.add(option)
    start += length
  }
  return [...found]
}

/**
 * Returns the option with whose words a text begins, before the name of a class: `MX-1`, `Enduro Cross B`. What follows a
 * comma, a stroke or an `y` may be another option.
 */
function classIn<Option>(byKey: Map<string, Option>, text: string): Option | undefined {
  return /[,;/|&+]\s*\p{L}{3}|\s(?:[yeou]|[-–])\s+\p{L}{3}/iu.test(text)
    ? undefined
    : optionAt(byKey, wordsIn(text))?.[0]
}

function wordsIn(text: string): string[] {
  return fold(text).match(/[a-z]+|[^a-z\s._/-]+/g) ?? []
}

/** Returns the option whose name the first words are, with their number. */
function optionAt<Option>(
  byKey: Map<string, Option>,
  words: readonly string[],
): [option: Option, length: number] | undefined {
  for (let length = Math.min(words.length, mostWords); length > 0; length -= 1) {
    const beginning = words.slice(0, length).join('')
    const option = /^[a-z]{2,}$/.test(beginning) ? byKey.get(beginning) : undefined
    if (option !== undefined) return [option, length]
  }
  return undefined
}

/** The most words of the name of an option that are looked for in a longer text. */
const mostWords = 8

/** Returns the option whose key is nearly `key`, unless another one is as near. */
function nearestOf<Option>(byKey: Map<string, Option>, key: string): Option | undefined {
  const near = [...byKey].flatMap(([optionKey, option]) => {
    const limit = toleratedEdits(optionKey.length)
    const distance = editDistance(key, optionKey, limit)
    return distance <= limit ? { option, distance } : []
  })
  const smallest = Math.min(...near.map(({ distance }) => distance))
  const [nearest, other] = near.filter(({ distance }) => distance === smallest)
  return other === undefined ? nearest?.option : undefined
}

function toleratedEdits(length: number): number {
  return length < 4 ? 0 : length <= 6 ? 1 : 2
}

/** Returns a key that ignores case, accents, spaces, hyphens, underscores, dots and slashes: `Enduro-Cross`. */
export function wordKey(text: string): string {
  return fold(text).replace(/[\s._/\u2010-\u2015\u2212-]+/g, '')
}

/** Returns a `wordKey` that ignores a year or a season, and the word `licencia`: `Lic. Anual 2025/2026`. */
export function licenceKey(text: string): string {
  const words = fold(text).replace(/(^|\D)(?:19|20)\d\d(?:\s?[/-]\s?(?:19|20)\d\d)?(?!\d)/, '$1 ')
  return wordKey(words.replace(/(^|[^a-z])lic(?:encia)?(?![a-z])/, '$1 '))
}

/**
 * Returns a key such as `o+` for a blood type as people write it: `O positivo`, `Grupo O+`, `ORH+` or `0+` with a zero.
 * Any other text is only folded.
 */
export function bloodTypeKey(text: string): string {
  const words = fold(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s.,:"()]+/g, ' ')
    .trim()
  const [, group, positive] = bloodType.exec(words) ?? []
  return group ? `${group.replace('0', 'o')}${positive ? '+' : '-'}` : words
}

/** Matches the group and, if the factor Rh is positive, the sign. */
const bloodType = new RegExp(
  '^(?:(?:grupo|tipo|g ?s)(?: (?:sanguineo|de sangre))? )?(?:rh ?)?(ab|a|b|o|0) ?(?:(?:factor )?rh ?)?' +
    '(?:(\\+(?: ?pos(?:itiv[oa])?)?|pos(?:itiv[oa])?)|-(?: ?neg(?:ativ[oa])?)?|neg(?:ativ[oa])?)$',
)

/** The smallest number of digits in a written DNI. */
export const dniDigits = 8

/** The digits of the documents of the countries that write their zeros. */
const writtenDigits: Readonly<Partial<Record<string, number>>> = {
  ...{ PE: dniDigits, CR: 9, SV: 9, EC: 10, CU: 11, DO: 11, GT: 13, HN: 13 },
}

/** Writes `9876543` as `09876543`, or with the zeros that the country of the document writes. Others stay as they are. */
export function formatDni(dni: number, country?: string | null): string {
  return String(dni).padStart(digitsIn(country), '0')
}

function digitsIn(country?: string | null): number {
  return country ? (writtenDigits[country] ?? 0) : dniDigits
}

/** The DNIs that a word of a search can mean, in addition to the texts that contain the word as it is typed. */
export interface DniPattern {
  /** The digits with which the DNI begins: those of the word without leading zeros; empty if it has only zeros. */
  digits: string
  /** The number of zeros before them. */
  zeros: number
}

/**
 * Reads a number with leading zeros: `0987` means the DNIs that are written `0987…`. Returns undefined for any other
 * word, which has no second meaning.
 */
export function readDniPattern(word: string): DniPattern | undefined {
  const [, zeros = '', digits = ''] = /^(0+)(\d*)$/.exec(word) ?? []
  if (!zeros || digits.length > maxDniDigits) return undefined
  return { digits, zeros: zeros.length }
}

/** The largest number of digits in a DNI: see `integerRule`. */
const maxDniDigits = 15

export function matchesDni(dni: number, { digits, zeros }: DniPattern, country?: string | null): boolean {
  const below = 10 ** Math.max(digitsIn(country) - zeros, digits.length)
  return dni < below && String(dni).startsWith(digits)
}
