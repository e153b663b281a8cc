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

test('a search covers no birthday, telephone or history, and nothing about the health or the guardian of a rider', () => {
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
