/** The PDF417 of the yellow Colombian card: fields at fixed places of a text in Latin-1, between binary data. */
import { cardOf, type IdentityCard } from './identity-card.ts'

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
    number: { dni },
    birthday: `${day}/${month}/${year}`,
    ...(bloodType && { bloodType }),
  })
}
