/** The machine-readable zone of cards and passports (ICAO 9303): three lines of 30 characters, or two of 44 or 36. */
import { type Details, parse } from 'mrz'
import type { DocumentCountry } from '#domain/pilots/fields'
import { type CardField, cardOf, type IdentityCard } from './identity-card.ts'

/** The line lengths of each number of characters. */
const lineLengths: Readonly<Record<number, number>> = { 90: 30, 88: 44, 72: 36 }

/**
 * Reads a zone, in lines or in one. Marks what its check digits contradict, and a name that fills its line. A text in
 * which too few of them are right is of no document. A zone has `<` for the parts of a birthday that are not known
 * (ICAO 9303, part 3, 4.8): the card then has no birthday.
 */
export function readZone(text: string): IdentityCard | undefined {
  const plain = text.replace(/\s/g, '').toUpperCase()
  const length = lineLengths[plain.length]
  if (!length || !/^[ACIPV][A-Z<]{4}[A-Z\d<]+$/.test(plain)) return undefined
  const zone = zoneOf(plain.match(new RegExp(`.{${length}}`, 'g')) ?? [])
  const checks = checksOf(zone)
  if (!checks) return undefined
  const { isWhole, hasNumber, hasBirthday } = checks
  const { number, doubts = [], notes } = documentOf(zone)
  const isCut = !zone.names.endsWith('<')
  const { lastname, name } = zone
  const numberField: CardField = 'dni' in number ? 'dni' : 'documento'
  return cardOf({
    lastname,
    name,
    number,
    ...(isWhole && { birthday: shortDate(zone.birthday) }),
    doubts: [
      ...doubts,
      ...(hasNumber ? [] : [numberField]),
      ...(hasBirthday || !isWhole ? [] : (['fechanac'] as const)),
      ...(isCut ? (['name', ...(name ? [] : ['lastname' as const])] as const) : []),
    ],
    notes: [
      ...(notes ?? []),
      ...(isCut ? ['El documento corta los nombres largos: complételos.'] : []),
      ...(isWhole ? [] : ['El documento no dice la fecha de nacimiento completa: escríbala.']),
    ],
  })
}

/** Returns which check digits of a zone are right, or undefined if too few are: a text may match by chance. */
function checksOf({ birthday, names, details }: Zone) {
  const isRight = (name: 'documentNumber' | 'birthDate') =>
    details.every(({ field, valid }) => valid || (field !== name && field !== `${name}CheckDigit`))
  const [hasNumber, hasBirthday] = [isRight('documentNumber'), isRight('birthDate')]
  const isWhole = /^\d{6}$/.test(birthday)
  if (!isWhole && !/^(?:\d\d|<<){3}$/.test(birthday)) return undefined
  const areRight = hasNumber && hasBirthday
  const isEnough = areRight || (isWhole && (hasNumber || hasBirthday))
  // The names of a zone have no digits.
  const isSure = (areRight && isWhole) || !/\d/.test(names)
  return isEnough && isSure ? { isWhole, hasNumber, hasBirthday } : undefined
}

interface Zone {
  isPassport: boolean
  state: string
  number: string
  /** The data that each state chooses: after the number, and in the second line. */
  optional: readonly [string, string]
  /** `YYMMDD`, with `<<` for a part that is not known. */
  birthday: string
  /** The characters of the names, with their fillers. */
  names: string
  lastname: string
  name: string
  details: readonly Details[]
}

function zoneOf(lines: readonly string[]): Zone {
  const { details } = parse([...lines])
  const [first = '', second = '', third] = lines
  const names = third ?? first.slice(5)
  const [lastname = '', ...given] = names.split('<<').filter((part) => part !== '')
  const state = first.slice(2, 5).replaceAll('<', '')
  const plainNames = {
    lastname: plainText(lastname),
    name: plainText(given.join(' ')),
    names,
    details,
    state,
  }
  if (third !== undefined) {
    const [optional, number] = longNumber(first.slice(5, 14), first.slice(14))
    const birthday = second.slice(0, 6)
    return { ...plainNames, isPassport: false, number, optional: [optional, second.slice(18, 29)], birthday }
  }
  const [number, birthday] = [plainText(second.slice(0, 9)), second.slice(13, 19)]
  return {
    ...plainNames,
    isPassport: first.startsWith('P'),
    number,
    optional: ['', second.slice(28, 42)],
    birthday,
  }
}

/** Returns the optional data and the number of a first line. A number of more than 9 digits goes on behind a filler. */
function longNumber(number: string, rest: string): [string, string] {
  const [, tail] = /^<([A-Z\d]+)\d(?:<|$)/.exec(rest) ?? []
  return tail ? ['', plainText(number + tail)] : [rest.slice(1), plainText(number)]
}

type ZoneDocument = Required<Pick<Parameters<typeof cardOf>[0], 'number'>> &
  Pick<Parameters<typeof cardOf>[0], 'doubts' | 'notes'>

/** The states whose zone has the number of the person, and its place. */
const personNumbers: Readonly<Record<string, readonly [DocumentCountry, 'number' | 'optional']>> = {
  PER: ['PE', 'number'],
  ARG: ['AR', 'number'],
  BOL: ['BO', 'number'],
  ECU: ['EC', 'number'],
  URY: ['UY', 'optional'],
  COL: ['CO', 'optional'],
}

/** Returns the number that identifies the person, which is not always the number of the card. */
function documentOf({ isPassport, state, number, optional }: Zone): ZoneDocument {
  if (state === 'CHL' && !isPassport) {
    const [, digits, check] = /^(\d{7,8})<?([\dK])<*$/.exec(optional[1]) ?? []
    if (digits && check) return { number: { dni: `${digits}-${check}`, paisdoc: 'CL' } }
  }
  const [paisdoc, place] = personNumbers[state] ?? []
  if (paisdoc && isPassport) {
    const [, dni] = /^[A-Z]{0,2}(\d{7,11})<*$/.exec(optional[1]) ?? []
    if (dni) return { number: { dni, paisdoc } }
  }
  if (paisdoc && !isPassport) {
    const candidates = place === 'number' ? [number, ...optional] : [optional[1], optional[0], number]
    const dni = candidates.map(plainText).find((one) => /^\d{6,11}$/.test(one))
    if (dni) return { number: { dni, paisdoc } }
  }
  if (isPassport) return { number: { tipodoc: 'Pasaporte', documento: number } }
  return {
    number: { tipodoc: 'Otro', documento: number },
    doubts: ['documento'],
    notes: ['Este documento lleva el número de la tarjeta y no el de la persona: revíselo.'],
  }
}

function plainText(text: string): string {
  return text.replaceAll('<', ' ').trim()
}

/** Returns `DD/MM/YY` from `YYMMDD`. */
export function shortDate(date: string): string {
  return `${date.slice(4, 6)}/${date.slice(2, 4)}/${date.slice(0, 2)}`
}

/** Returns true if a digit is the check digit of digits (ICAO 9303, part 3, 4.9). */
export function hasCheckDigit(digits: string, check: string | undefined): boolean {
  const weights = [7, 3, 1]
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return String(sum % 10) === check
}
