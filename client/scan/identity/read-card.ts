/** Reads the text of a scanned identity card of any known kind. */
import { keyboardReadings } from '#domain/text/keyboard-layouts'
import { isCardNumber, longestScan } from './card-text.ts'
import { cardOf, type IdentityCard } from './identity-card.ts'
import { hasCheckDigit, readZone, shortDate } from './machine-readable-zone.ts'

/** Reads the Code 39 of a Peruvian card, which is the number alone. */
function readNumber(text: string): IdentityCard | undefined {
  return isCardNumber(text) ? cardOf({ number: { dni: text, paisdoc: 'PE' } }) : undefined
}

const readers = [readArgentineCard, readChileanCard, readZone, readNumber, readColombianCard]

export interface ReadCard extends IdentityCard {
  /** True if the scanner is set to another keyboard than the computer. */
  isOtherKeyboard: boolean
}

/**
 * Returns what an identity card says, or undefined if the text is of none, or longer than any scan. The text is read as
 * that of a scanner with another keyboard too.
 */
export function readCard(text: string): ReadCard | undefined {
  if (text.length > longestScan) return undefined
  for (const candidate of keyboardReadings(text)) {
    for (const read of readers) {
      const card = read(candidate.trim())
      if (card) return { ...card, isOtherKeyboard: candidate !== text }
    }
  }
  return undefined
}

/**
 * Reads the current layout, `trámite@APELLIDO@NOMBRES@sexo@DNI@ejemplar@nacimiento@…`, that of 2026, which has no sex
 * and years of two digits, or the first one, `@DNI@ejemplar@1@APELLIDO@NOMBRES@ARGENTINA@nacimiento@…`. A scan that was
 * cut short after the number has no birthday.
 */
export function readArgentineCard(text: string): IdentityCard | undefined {
  const parts = text.split('@').map((part) => part.trim())
  const { lastname, name, number, birthday } = parts[0] === '' ? firstLayout(parts) : currentLayout(parts)
  const [, dni] = /^[MF]?(\d{6,8})$/i.exec(number ?? '') ?? []
  if (!dni || !lastname || !name || isNumber(lastname) || isNumber(name)) return undefined
  const isDate = /^\d\d\/\d\d\/(?:\d{4}|\d\d)$/.test(birthday ?? '')
  return cardOf({ name, lastname, number: { dni, paisdoc: 'AR' }, ...(isDate && { birthday }) })
}

function firstLayout([, number, , , lastname, name, , birthday]: readonly string[]) {
  return { lastname, name, number, birthday }
}

function currentLayout([, lastname, name, ...rest]: readonly string[]) {
  const [number, , birthday] = /^[MFX]$/i.test(rest[0] ?? '') ? rest.slice(1) : rest
  return { lastname, name, number, birthday }
}

function isNumber(text: string): boolean {
  return /^[\d\s]+$/.test(text)
}

/** Reads `https://…/docstatus?RUN=12345678-5&type=CEDULA&serial=…&mrz=…`, or an address of the newer host. */
export function readChileanCard(text: string): IdentityCard | undefined {
  if (!/^https?:\/\/[^/\s]+\/(?:[^?\s]*\/)?(?:docstatus|document-validity)\?/i.test(text)) return undefined
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1).toUpperCase())
  const [, digits, check] = /^(\d{6,8})-?([\dK])$/.exec(query.get('RUN')?.replaceAll('.', '') ?? '') ?? []
  if (!digits || !check) return undefined
  // The end of the zone: the birthday and the expiry, each with its check digit.
  const [, birthday, digit] = /(\d{6})(\d)\d{7}$/.exec(query.get('MRZ') ?? '') ?? []
  const isDoubtful = birthday !== undefined && !hasCheckDigit(birthday, digit)
  return cardOf({
    number: { dni: `${digits}-${check}`, paisdoc: 'CL' },
    ...(birthday && { birthday: shortDate(birthday) }),
    doubts: isDoubtful ? ['fechanac'] : [],
    notes: ['El código de la cédula de Chile no lleva los nombres: escríbalos.'],
  })
}

/** The places of the fields in the 530 bytes, as the start and the end after the last character. */
const places = {
  number: [48, 58],
  surname: [58, 80],
  secondSurname: [81, 104],
  givenName: [104, 127],
  secondName: [127, 150],
  sex: [151, 152],
  birthday: [152, 160],
  bloodType: [166, 169],
} as const

type Place = keyof typeof places

/**
 * Reads the text of the card. A scanner that is a keyboard passes no binary data: the fields are then found by the
 * birthday behind the sex, and if it passes no blanks either, all names are uncertain surnames.
 */
export function readColombianCard(text: string): IdentityCard | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the fields are padded with them
  const clean = text.replace(/[\u0000-\u001f]/g, ' ')
  for (const { index } of clean.matchAll(/[MF](?:19|20)\d\d[01]\d[0-3]\d/g)) {
    const found = paddedCard(clean, index - places.sex[0]) ?? denseCard(clean, index)
    if (found) return found
  }
  return undefined
}

/** Reads the fields at their places. `start` is the index of the first byte, before the text if the text lacks it. */
function paddedCard(text: string, start: number): IdentityCard | undefined {
  const field = (place: Place) => text.slice(start + places[place][0], start + places[place][1]).trim()
  if (start + places.number[0] < 0 || !/^\d{10}$/.test(field('number'))) return undefined
  const names = (['surname', 'secondSurname', 'givenName', 'secondName'] as const).map(field)
  const [surname, secondSurname, givenName, secondName] = names
  if (!surname || !givenName || names.some((name) => /\d/.test(name))) return undefined
  return colombian({
    number: field('number'),
    lastname: `${surname} ${secondSurname}`,
    name: `${givenName} ${secondName}`,
    birthday: field('birthday'),
    rest: field('bloodType'),
  })
}

/**
 * Reads a text without the blanks between its fields. `end` is the index of the sex. The fields before it are no longer
 * than with their blanks, so that a text full of birthdays is read in linear time.
 */
function denseCard(text: string, end: number): IdentityCard | undefined {
  const before = text.slice(Math.max(0, end - places.sex[0]), end)
  const [, number, names] = /(\d{10})([^\d]+?)\s*0?$/.exec(before) ?? []
  if (!number || !names) return undefined
  const card = colombian({
    number,
    lastname: names,
    birthday: text.slice(end + 1, end + 9),
    rest: text.slice(end + 9, end + 20).replace(/^\d+/, ''),
    doubts: ['lastname', 'name'],
  })
  return { ...card, notes: ['El lector no separó los apellidos de los nombres: repártalos.'] }
}

interface ColombianTexts {
  number: string
  lastname: string
  name?: string
  /** `YYYYMMDD`. */
  birthday: string
  /** The text that begins with the blood type. */
  rest: string
  doubts?: readonly ('lastname' | 'name')[]
}

function colombian({ number, birthday, rest, ...names }: ColombianTexts): IdentityCard {
  const [bloodType] = /^(?:AB|A|B|O)[+-]/.exec(rest) ?? []
  const [year, month, day] = [birthday.slice(0, 4), birthday.slice(4, 6), birthday.slice(6)]
  const dni = String(Number(number))
  return cardOf({
    ...names,
    number: { dni, paisdoc: 'CO' },
    birthday: `${day}/${month}/${year}`,
    ...(bloodType && { bloodType }),
  })
}
