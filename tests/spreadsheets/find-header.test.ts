/** Tests of the search for the header of a sheet, which often is under a title. */
import { expect, test } from 'vitest'
import { findHeader } from '../../server/spreadsheets/find-header.ts'

const lines = (...texts: string[]) => texts.map((text) => ({ cells: text.split(',') }))
const title = 'Federación,,'

test.each([
  ['under a title that names one column', [title, 'Club,Los Halcones', 'Nombres,Apellidos', 'Ana,Rojas'], 2],
  ['the only line that names a column', [title, 'Ciudad,DNI', 'Cusco,7'], 1],
  ['the first line, where none names a column', [title, 'a,b'], 0],
  ['the tenth line', [...Array(9).fill(title), 'Nombres,DNI'], 9],
  ['not after the tenth line', [...Array(10).fill(title), 'Nombres,DNI'], 0],
  ['not a line that names one column twice', ['DNI,Documento', 'Nombres,DNI'], 1],
])('the header is %s', (_, texts, index) => {
  const all = lines(...texts)
  expect(findHeader(all)).toBe(all[index])
})

test('a file without lines has no header', () => {
  expect(findHeader([])).toBeUndefined()
})
