/** Tests of the search of pilots. */
import { expect, test } from 'vitest'
import { type FieldName, fieldNames } from '#domain/pilot/fields'
import type { Pilot } from '#domain/pilot/pilot'
import { checkSearch, matchesTerms, searchTerms, searchText } from '#domain/pilot/search'
import { aDraft } from '../../support/pilots.ts'

const pilot: Pilot = {
  id: '7K3Q9XW2M4TB',
  photo: null,
  ...aDraft({ name: 'Íñigo', lastname: 'Núñez Peña', dni: 9876543, club: 'Los Halcones', npiloto: '93' }),
}

function finds(search: string): boolean {
  return matchesTerms(pilot, searchText(pilot), searchTerms(search))
}

test.each([
  ['', true],
  ['  ', true],
  ['nunez', true],
  ['PEÑA íñigo', true],
  ['halc nunez', true],
  ['nunez quispe', false],
  ['penalos', false],
  ['09876543', true],
  ['9.876.543', true],
  ['0987', true],
  ['87654', true],
  ['0876', false],
])('a search for %j finds the pilot: %s', (search, found) => {
  expect(finds(search)).toBe(found)
})

test('a search covers eight fields, without the birthday, the telephone and the sports history', () => {
  const searched: FieldName[] = [
    'name',
    'lastname',
    'dni',
    'email',
    'nlicencia',
    'npiloto',
    'club',
    'modalidad',
  ]
  const text = searchText(pilot)
  const marked = fieldNames.filter((name) => {
    const other = { ...pilot, [name]: name === 'dni' || name === 'celular' ? 31337 : 'zzz' }
    return searchText(other) !== text
  })
  expect(marked.toSorted()).toEqual(searched.toSorted())
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
