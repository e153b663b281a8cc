/** Tests of the search of a gate for a rider without a card. */
import { expect, test } from 'vitest'
import { documentEnd, findRiders, indexRiders, isDocumentNumber, maxFound } from '#domain/gate/rider-search'

const riders = indexRiders([
  { name: 'Ana María', lastname: 'Quispe Núñez', npiloto: '27', document: '8912' },
  { name: 'Luis', lastname: 'Quispe', npiloto: '027', document: '1234' },
  { name: 'José', lastname: 'Anaya', npiloto: '8912', document: 'b45x' },
  { name: 'Pedro', lastname: "O'Higgins", npiloto: 'S/N' },
  { name: 'Eva', lastname: 'De la Cruz D’Angelo', npiloto: null, numbers: ['12', '0300'] },
  { name: 'Ian', lastname: 'McDonald Ríos', npiloto: null },
  { name: 'Đức', lastname: 'Groß Øre', npiloto: null },
])

const found = (text: string) => findRiders(riders, text).map(({ name }) => name)

test.each([
  ['27', ['Ana María', 'Luis']],
  ['N° 027', ['Ana María', 'Luis']],
  ['quispe nro. 27', ['Ana María', 'Luis']],
  ['# 8912', ['José']],
  ['#27 anaya', []],
  ['0027', ['Ana María', 'Luis']],
  // The number of a further entry.
  ['300', ['Eva']],
  // The number stands before the document.
  ['8912', ['José', 'Ana María']],
  ['45678912', ['Ana María']],
  ['45.678.912', ['Ana María']],
  ['45678912-3', ['Ana María']],
  ['CE 1234b45X', ['José']],
  ['nunez ana', ['Ana María']],
  ['ana', ['Ana María', 'José']],
  ['higgins', ['Pedro']],
  ['s/n', ['Pedro']],
  ['ohiggins', ['Pedro']],
  ['dangelo delacruz', ['Eva']],
  ['d angelo', ['Eva']],
  ['la cruz eva', ['Eva']],
  ['mc donald rios ian', ['Ian']],
  ['riosian', []],
  ['gross duc', ['Đức']],
  ['øre', ['Đức']],
  ['ore', ['Đức']],
  ['donald', []],
  ['912', []],
  ['ispe', []],
  ['  ', []],
  ['-', []],
])('%j finds riders by their number, their document and the beginnings of their names', (text, names) => {
  expect(found(text)).toEqual(names)
})

test('a search returns a bounded number of riders, and reads a bounded text', () => {
  const many = Array.from({ length: 100 }, () => ({ name: 'Ana', lastname: 'Quispe', npiloto: '1' }))
  expect(findRiders(indexRiders(many), 'ana')).toHaveLength(maxFound)
  expect(findRiders(riders, `ana ${'x'.repeat(100_000)}`)).toEqual([])
})

test('a roster has the last four characters of the DNI or of another document, and no more', () => {
  expect(documentEnd({ dni: 912 })).toBe('0912')
  expect(documentEnd({ dni: 45678912, documento: 'AB1' })).toBe('8912')
  expect(documentEnd({ dni: null, documento: 'AB-12/34 5' })).toBe('2345')
  expect(documentEnd({ dni: null })).toBeUndefined()
})

test.each([
  ['45678912', true],
  ['45.678.912-3', true],
  ['7791234567890', false],
  ['27', false],
  ['7K3Q9XW2M4TB', false],
])('%j is the number of a document: %s', (text, expected) => {
  expect(isDocumentNumber(text)).toBe(expected)
})
