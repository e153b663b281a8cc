/** Tests of full names: their order, their division and their capitals. */
import { expect, test } from 'vitest'
import {
  betterSpelling,
  fixCapitals,
  fixLetters,
  frequentGivenNames,
  frequentGivenPhrases,
  frequentSurnamePhrases,
  frequentSurnames,
  isCapitals,
  joinFullName,
  splitFullName,
  surnamesFirst,
} from '#domain/text/person-names'
import { fold, personNameKey } from '#domain/text/text'

const repeated = (text: string, times: number) => Array.from({ length: times }, () => text)

test.each<[string, string[], boolean | undefined]>([
  ['surnames first', ['QUISPE MAMANI Ana', 'HUAMÁN Luis', 'Núñez Zzz'], true],
  ['surnames last', ['Ana Quispe Mamani', 'Luis Huamán', 'Zzz Núñez'], false],
  ['particles', ['De la Cruz Xxx', 'San Martín José'], true],
  ['two of three texts', ['Quispe Ana', 'Huamán Luis', 'Luis Huamán'], true],
  ['two of three texts, the other way round', ['Quispe Ana', 'Ana Huamán', 'Luis Huamán'], false],
  ['half of the texts', ['Quispe Ana', 'Luis Huamán'], undefined],
  ['no frequent name', ['Xxx Yyy', 'Rosa Santos', 'Quispe', ''], undefined],
  ['surnames only or given names only', ['Quispe Mamani', 'Ana María'], undefined],
  ['frequent names in one of 10 texts', ['Quispe Ana', ...repeated('Xxx Yyy', 9)], true],
  ['frequent names in one of 11 texts', ['Quispe Ana', ...repeated('Xxx Yyy', 10)], undefined],
  ['commas only', ['Xxx, Yyy', '  ', 'QUISPE, Ana'], true],
  ['some commas', ['Quispe, Ana', 'Huamán, Ana', 'Huamán, Luis', 'Ana Quispe'], false],
  ['no text', ['', ' \u00a0'], undefined],
  ['no row', [], undefined],
])('the order of a column with %s is recognized only if it is clear', (_, texts, isFirst) => {
  expect(surnamesFirst(texts)).toBe(isFirst)
})

type Row = [text: string, lastname: string, name: string]

const certainFirst: Row[] = [
  ['QUISPE MAMANI Ana', 'QUISPE MAMANI', 'Ana'],
  ['Quispe Ana', 'Quispe', 'Ana'],
  ['Xxx Yyy', 'Xxx', 'Yyy'],
  ['Quispe Ana María', 'Quispe', 'Ana María'],
  ['Quispe Mamani Ana María', 'Quispe Mamani', 'Ana María'],
  ['Xxx Yyy Zzz Vvv', 'Xxx Yyy', 'Zzz Vvv'],
  ['DE LA CRUZ QUISPE Ana', 'DE LA CRUZ QUISPE', 'Ana'],
  ['del Águila Íñigo', 'del Águila', 'Íñigo'],
  ['La Rosa San Martín José', 'La Rosa San Martín', 'José'],
  ['Ortega y Gasset José', 'Ortega y Gasset', 'José'],
  ['Silva e Souza Prado Ana', 'Silva e Souza Prado', 'Ana'],
  ['Silva y de la Torre Ana', 'Silva y de la Torre', 'Ana'],
  ['Quispe María del Carmen', 'Quispe', 'María del Carmen'],
  ['Mc Donald Pérez-García Ana', 'Mc Donald Pérez-García', 'Ana'],
  ['Quispe Mamani Juan Jr.', 'Quispe Mamani', 'Juan Jr.'],
  [' Quispe\u00a0\u00a0Mamani \t Ana\n', 'Quispe Mamani', 'Ana'],
]
const certainLast: Row[] = [
  ['Ana Quispe Mamani', 'Quispe Mamani', 'Ana'],
  ['Ana Quispe', 'Quispe', 'Ana'],
  ['Ana María Quispe', 'Quispe', 'Ana María'],
  ['Ana María Quispe Mamani', 'Quispe Mamani', 'Ana María'],
  ['Ana da Silva Von Humboldt', 'da Silva Von Humboldt', 'Ana'],
  ['Íñigo del Águila', 'del Águila', 'Íñigo'],
  ['Pieter van der Berg', 'van der Berg', 'Pieter'],
  ['José Ortega y Gasset', 'Ortega y Gasset', 'José'],
  ['María de los Ángeles Quispe', 'Quispe', 'María de los Ángeles'],
  ["Ana O'Higgins", "O'Higgins", 'Ana'],
]
const certainAtComma: Row[] = [
  ['QUISPE MAMANI, Ana', 'QUISPE MAMANI', 'Ana'],
  ['QUISPE MAMANI ,Ana María Luz', 'QUISPE MAMANI', 'Ana María Luz'],
  ['De la Cruz, Xxx Yyy Zzz', 'De la Cruz', 'Xxx Yyy Zzz'],
  ['Alejandro Quispe, Ana', 'Alejandro Quispe', 'Ana'],
]
const uncertainFirst: Row[] = [
  ['Quispe Zzz Ana', 'Quispe Zzz', 'Ana'],
  ['Quispe Mamani Ana María Luz', 'Quispe Mamani', 'Ana María Luz'],
  ['Quispe Ana María José', 'Quispe Ana', 'María José'],
  ['Ana Quispe', 'Ana', 'Quispe'],
  ['Ana Quispe Mamani', 'Ana Quispe', 'Mamani'],
  ['Quispe', '', 'Quispe'],
  ['De la Cruz', '', 'De la Cruz'],
  ['', '', ''],
  ['Quispe Ana (menor)', 'Quispe', 'Ana (menor)'],
  ['Quispe 2 Ana', 'Quispe 2', 'Ana'],
  ['Quispe - Ana', 'Quispe -', 'Ana'],
  ['Quispe Ana y Luis', 'Quispe', 'Ana y Luis'],
  ['Quispe Ana de', 'Quispe', 'Ana de'],
  ['Jr. Ana', 'Jr.', 'Ana'],
]
const uncertainLast: Row[] = [
  ['Ana Zzz Quispe', 'Zzz Quispe', 'Ana'],
  ['Ana María José Quispe', 'José Quispe', 'Ana María'],
  ['Ana María Luz Quispe Mamani', 'Quispe Mamani', 'Ana María Luz'],
  ['Quispe Mamani Ana', 'Mamani Ana', 'Quispe'],
  ['Ana Quispe Mamani de Flores', 'Mamani de Flores', 'Ana Quispe'],
]
const uncertainAtComma: Row[] = [
  ['Quispe,', 'Quispe', ''],
  [', Ana', '', 'Ana'],
  [',', '', ''],
  ['Quispe, Ana, María', 'Quispe', 'Ana, María'],
  ['Ana María, Quispe', 'Ana María', 'Quispe'],
  ['Quispe Ana, Jr.', 'Quispe Ana', 'Jr.'],
  ['Quispe, Ana y Luis', 'Quispe', 'Ana y Luis'],
  ['Quispe, Ana (menor)', 'Quispe', 'Ana (menor)'],
]

type Case = [text: string, isFirst: boolean | undefined, lastname: string, name: string, isCertain: boolean]
const cases = (rows: Row[], orders: (boolean | undefined)[], isCertain: boolean) =>
  rows.flatMap(([text, ...parts]) => orders.map((isFirst): Case => [text, isFirst, ...parts, isCertain]))
const everyCase = [
  ...cases(certainFirst, [true], true),
  ...cases(certainLast, [false], true),
  ...cases(certainAtComma, [true, false, undefined], true),
  ...cases(uncertainFirst, [true], false),
  ...cases(uncertainLast, [false], false),
  ...cases(uncertainAtComma, [true, false, undefined], false),
  ...cases([...certainLast, ...uncertainLast], [undefined], false),
]

test.each(everyCase)('%j with surnames first: %s is split into «%s» and «%s», certain: %s', (...row) => {
  const [text, isFirst, lastname, name, isCertain] = row
  expect(splitFullName(text, isFirst)).toEqual({ name, lastname, isCertain })
})

test.each([
  ['Dr. Pedro Ruiz', 'DRA. Pedro Ruiz|Dr Pedro Ruiz|Ing. Pedro Ruiz|Dr. Ing. Pedro Ruiz'],
  [
    'Sr. Pedro Ruiz',
    'Sra. Pedro Ruiz|Srta Pedro Ruiz|Sr(a). Pedro Ruiz|Lic. Pedro Ruiz|Arq. Pedro Ruiz|Sr.Pedro Ruiz',
  ],
  [
    'Mg. Pedro Ruiz',
    'Abog. Pedro Ruiz|Prof. Pedro Ruiz|Tte. Pedro Ruiz|Cap. Pedro Ruiz|Pedro Ruiz, Ing.|Gral. Pedro Ruiz',
  ],
  ['Ruiz, Dr. Pedro', 'Dr. Ruiz, Pedro|Ruiz, Ing. Pedro|Ruiz, Pedro, Lic.|Ing. Ruiz, Dr. Pedro'],
])('the titles of %j and of %j are left out', (text, others) => {
  for (const one of [text, ...others.split('|')])
    expect([one, splitFullName(one, false)]).toEqual([
      one,
      { name: 'Pedro', lastname: 'Ruiz', isCertain: true },
    ])
})

test.each([
  ...['Don Pedro Ruiz', 'Doña Ana Ruiz', 'Ing Rosa Ruiz', 'Cap Pedro Ruiz', 'Mayor Luis Ruiz'],
  ...['Pdte. Ana Ruiz', 'Ana Dr. Ruiz'],
])('a word of %j that may be a title is to be reviewed, and stays', (text) => {
  const { name, lastname, isCertain } = splitFullName(text, false)
  expect([`${name} ${lastname}`, isCertain]).toEqual([text, false])
})

test.each([
  ...['Licia Paz', 'Profeta Ruiz', 'Draco Paz', 'Sri Paz', 'Juan Pérez Sr.', 'Ma. Elena Paz', 'Donald Paz'],
])('the name %j has no title', (text) => {
  const { name, lastname, isCertain } = splitFullName(text, false)
  expect([`${name} ${lastname}`, isCertain]).toEqual([text, true])
})

test('a joined name has a comma, and is split into the same parts in a column of any order', () => {
  expect(joinFullName({ name: 'Ana', lastname: 'Quispe Mamani' })).toBe('Quispe Mamani, Ana')
  for (const [, , lastname, name] of everyCase)
    for (const isFirst of [true, false, undefined])
      expect(splitFullName(joinFullName({ name, lastname }), isFirst)).toMatchObject({ name, lastname })
})

test('no name is in two lists, and all are written without capitals and accents', () => {
  const lists = [frequentGivenNames, frequentSurnames, frequentGivenPhrases, frequentSurnamePhrases]
  const names = lists.flatMap((list) => [...list])
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  expect(names.filter((name) => fold(name) !== name || name.trim() !== name || name === '')).toEqual([])
})

test.each([
  ['QUISPE', true],
  ['MUÑOZ ÁLVAREZ', true],
  ['J.C.', true],
  ['Quispe', false],
  ['QUISPE Ana', false],
  ['Á.', false],
  ['12 - 34', false],
  ['', false],
])('%j is in capitals: %s', (text, is) => {
  expect(isCapitals(text)).toBe(is)
})

test.each([
  ['QUISPE MAMANI', 'Quispe Mamani'],
  ['DE LA CRUZ QUISPE', 'De la Cruz Quispe'],
  ['QUISPE DE LA CRUZ', 'Quispe de la Cruz'],
  ['MARÍA DE LOS ÁNGELES', 'María de los Ángeles'],
  ['QUISPE LA ROSA', 'Quispe La Rosa'],
  ['DI STÉFANO SAN MARTÍN', 'Di Stéfano San Martín'],
  ['DA SILVA VON HUMBOLDT', 'Da Silva von Humboldt'],
  ['ORTEGA Y GASSET', 'Ortega y Gasset'],
  ['QUISPE E', 'Quispe E'],
  ["O'HIGGINS", "O'Higgins"],
  ['D’ANGELO', 'D’Angelo'],
  ['MC DONALD', 'Mc Donald'],
  ['MCDONALD RÍOS', 'McDonald Ríos'],
  ['MCA', 'Mca'],
  ['JUAN DE DIOS', 'Juan de Dios'],
  ['PÉREZ-GARCÍA', 'Pérez-García'],
  ['MUÑOZ', 'Muñoz'],
  ['MUN\u0303OZ', 'Mun\u0303oz'],
  ['ÁLVAREZ', 'Álvarez'],
  ['J.C. QUISPE', 'J.C. Quispe'],
  ['QUISPE III', 'Quispe III'],
  ['QUISPE II JR.', 'Quispe II Jr.'],
  ['QUISPE\u00a0 MAMANI ', 'Quispe\u00a0 Mamani '],
  ['McDonald', 'McDonald'],
  ['Quispe', 'Quispe'],
  ['QUISPE Ana', 'QUISPE Ana'],
  ['quispe', 'quispe'],
  ['Á', 'Á'],
])('%j with fixed capitals is %j', (text, fixed) => {
  expect(fixCapitals(text)).toBe(fixed)
})

test.each([
  ['juan carlos', 'Juan Carlos'],
  ['quispe de la cruz', 'Quispe de la Cruz'],
  ['ÑUÑEZ', 'Ñuñez'],
  ['McDonald', 'McDonald'],
  ['Juan carlos', 'Juan carlos'],
])('%j on a phone is offered as %j', (text, fixed) => {
  expect(fixLetters(text)).toBe(fixed)
})

test.each([
  ['MARIA', 'María', 'María'],
  ['María', 'Maria', 'María'],
  ['MARÍA', 'Maria', 'Maria'],
  ['MC DONALD', 'McDonald', 'McDonald'],
  ["D'ANGELO PENA", 'D’Angelo Peña', 'D’Angelo Peña'],
  ['Mc Donald', 'McDonald', undefined],
  ['María', 'María', undefined],
  ['María', 'Mario', undefined],
])('of %j and %j, the better spelling is %j', (one, other, better) => {
  expect(betterSpelling(one, other)).toBe(better)
  expect(betterSpelling(other, one)).toBe(better)
})

test('the key of a name is the same for all its spellings', () => {
  const keys = ['McDonald Núñez', 'MC DONALD NUÑEZ', 'mc-donald  nunez'].map(personNameKey)
  expect(new Set(keys).size).toBe(1)
  expect(personNameKey('Ana 2')).not.toBe(personNameKey('Ana'))
})
