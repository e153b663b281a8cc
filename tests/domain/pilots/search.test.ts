/** Tests of the search of pilots. */
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import type { Pilot } from '#domain/pilots/pilot'
import {
  checkSearch,
  forgivingTerms,
  matchesTerms,
  rankingOf,
  rankOf,
  searchTerms,
  searchText,
  similarParts,
  similarPattern,
  withEntries,
} from '#domain/pilots/search/search'
import { isOneEditAway } from '#domain/text/edit-distance'
import { aDraft } from '../../support/pilots.ts'
import { integersFrom } from '../../support/random.ts'
import { searchCases, searchedPilots } from '../../support/searches.ts'

const pilot: Pilot = {
  id: '7K3Q9XW2M4TB',
  photo: null,
  ...aDraft({
    name: 'Íñigo',
    lastname: 'Núñez-Ruiz de la Peña',
    dni: 9876543,
    nlicencia: 'FPM-2026-0001',
    club: "Los 'Halcones'",
    npiloto: '093',
  }),
}

function finds(search: string): boolean {
  return matchesTerms(pilot, searchText(pilot), searchTerms(search))
}

test.each([
  ['', true],
  ['  ', true],
  [' , - . ', true],
  ['nunez', true],
  ['PEÑA íñigo', true],
  ['peña, iñigo', true],
  ['Peña,Íñigo.', true],
  ['halc nunez', true],
  ['nunez quispe', false],
  ['penalos', false],
  ['nunezruiz', true],
  ['núñez - ruiz', true],
  ['ruiz-núñez', true],
  ['dela peña', true],
  ['delapeña', true],
  ['lapeña', true],
  ['ruizdela', false],
  ['halcones’', true],
  ['09876543', true],
  ['9.876.543', true],
  ['9876-543', true],
  ['9 876 543', true],
  ['0987', true],
  ['87654', true],
  ['0876', false],
  ['fpm-2026-0001', true],
  ['fpm20260001', true],
  ['FPM.2026.0001', true],
  ['fpm 2026 1', true],
  ['93', true],
  ['093', true],
  ['0093', true],
])('a search for %j finds the pilot: %s', (search, found) => {
  expect(finds(search)).toBe(found)
})

test('a search text has no birthday, telephone or history, and nothing about the health or the guardian of a rider', () => {
  const text = searchText(pilot)
  const unsearched = fieldNames.filter(
    (name) => searchText({ ...pilot, [name]: name === 'celular' ? 31337 : 'zzz' }) === text,
  )
  const never =
    /^(celular|fechanac|tiposangre|participacion|alergias|(emergencia|apoderado)(_.*)?|poliza_hasta)$/
  const names = fieldNames.filter((name) => never.test(name))
  expect(names).toHaveLength(12)
  expect(unsearched).toEqual(expect.arrayContaining(names))
})

test.each([
  ['Björn Groß', ['gross', 'GROSS', 'groß', 'bjorn groẞ']],
  ['Đức Nguyễn', ['duc', 'đức', 'nguyen duc']],
  ['Ole Ødegård', ['odegard', 'Øde']],
  ['Łukasz Þór', ['lukasz', 'thor']],
  ['Strasse', ['straße']],
])('%s is found as people type it: %j', (lastname, searches) => {
  const text = searchText({ ...pilot, lastname })
  const missed = searches.filter((search) => !matchesTerms(pilot, text, searchTerms(search)))
  expect(missed).toEqual([])
})

test.each(['#93', '# 093', 'N° 93', 'Nº93', 'n.º 93', 'No. 93', 'nro 93', 'peña N° 93'])(
  'the search %j finds the number alone',
  (search) => {
    expect(finds(search)).toBe(true)
    for (const other of [{ npiloto: '9' }, { npiloto: '193' }, { npiloto: null, dni: 93_000_093 }]) {
      const rider = { ...pilot, ...other }
      expect(matchesTerms(rider, searchText(rider), searchTerms(search)), JSON.stringify(other)).toBe(false)
    }
  },
)

test('the numbers and the categories of an event are found, and that of the record is no number any more', () => {
  const text = withEntries(searchText(pilot), ['21', '7'], ['85 cc', 'MX1'])
  const isFound = (search: string) => matchesTerms(pilot, text, searchTerms(search))
  expect(['#21', 'N° 7', '85 cc', '85cc', 'mx1', 'peña mx1', '93'].filter((one) => !isFound(one))).toEqual([])
  expect(['#93', 'mx2'].filter(isFound)).toEqual([])
  expect(rankOf(text, rankingOf(searchTerms('85 cc')))).toBe(0)
})

test.each<[celular: number, found: string[], missed: string[]]>([
  [
    951_234_567,
    ['951234567', '951 234 567', '+51 951 234 567', '0051951234567', '4567', 'peña 2345'],
    ['567'],
  ],
  [51_951_234_567, ['951234567', '951-234-567', '+51 (951) 234-567', '51951'], ['951 24', '951234568']],
])(
  'the telephone %i is found by four digits in a row, with or without the code of its country',
  (celular, found, missed) => {
    const rider = { ...pilot, celular }
    const isFound = (search: string) => matchesTerms(rider, searchText(rider), searchTerms(search))
    expect(found.filter((search) => !isFound(search))).toEqual([])
    expect(missed.filter((search) => isFound(search))).toEqual([])
  },
)

test('a word never matches across two fields', () => {
  const other = { ...pilot, name: 'ana', lastname: 'lopez' }
  expect(matchesTerms(other, searchText(other), searchTerms('analopez'))).toBe(false)
})

test.each([
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['x '.repeat(20), true],
  ['x '.repeat(21), false],
])('the search %j is within the bounds: %s', (search, is) => {
  expect(checkSearch(search)).toEqual(
    is ? undefined : 'La búsqueda admite hasta 200 caracteres y 20 palabras: acórtela',
  )
})

test.each(searchCases)(
  'a search for $search finds, in this order, $found',
  ({ search, found, isApproximate }) => {
    const pilots = searchedPilots().map(
      (draft, index): Pilot => ({ id: String(index), photo: null, ...draft }),
    )
    const list = (terms: ReturnType<typeof searchTerms>) =>
      pilots
        .toReversed()
        .map((one) => ({ one, text: searchText(one) }))
        .filter(({ one, text }) => matchesTerms(one, text, terms))
        .map(({ one, text }) => ({ one, rank: rankOf(text, rankingOf(terms)) }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ one }) => `${one.npiloto} ${one.name} ${one.lastname}`)
    const exact = list(searchTerms(search))
    const forgiving = forgivingTerms(searchTerms(search))
    expect(exact.length > 0 ? exact : forgiving ? list(forgiving) : []).toEqual(found)
    expect(exact.length === 0 && found.length > 0).toBe(isApproximate === true)
  },
)

test('the pattern and the keys of a word are those of the words that are one edit away', () => {
  const next = integersFrom(7)
  const aWord = () => Array.from({ length: 4 + next(2) }, () => 'abñ*'[next(3 + next(2))]).join('')
  const wrong: string[] = []
  let similar = 0
  for (let round = 0; round < 2000; round += 1) {
    const [word, other] = [aWord(), aWord().slice(next(2))]
    const isSimilar = word === other || isOneEditAway(word, other)
    const matches = new RegExp(`^${similarPattern(word)}$`, 'u').test(other)
    const hasPart = similarParts(word).some((part) => ` , ${other} `.includes(part))
    if (matches !== isSimilar || (isSimilar && !hasPart)) wrong.push(`${word} ${other}`)
    if (isSimilar) similar += 1
  }
  expect(wrong).toEqual([])
  expect(similar).toBeGreaterThan(50)
})

test.each(['ana', '1234', '70123456', 'fpm2026', 'ana@x'])('no error is forgiven in %j', (word) => {
  expect(forgivingTerms(searchTerms(word))).toBeUndefined()
})
