/** Tests of the search for the header of a sheet, which often is under a title. */
import { expect, test } from 'vitest'
import { findHeader } from '../../../server/spreadsheets/mapping/find-header.ts'

const lines = (...texts: string[]) => texts.map((text) => ({ cells: text.split(',') }))
const title = 'Federación,,'

test.each([
  ['under a title that names one column', [title, 'Club,Los Halcones', 'Nombres,Apellidos', 'Ana,Rojas'], 2],
  ['the only line that names a column', [title, 'Ciudad,DNI', 'Cusco,7'], 1],
  ['the first line, where none names a column', [title, 'a,b'], 0],
  ['the twentieth line', [...Array(19).fill(title), 'Nombres,DNI'], 19],
  ['not after the twentieth line', [...Array(20).fill(title), 'Nombres,DNI'], 0],
  ['the line that names the most columns', ['Club,Los Halcones,Categoría,85', 'Nombres,Apellidos,DNI'], 1],
  ['not a title that contains names', ['Lista de pilotos del club', 'Piloto,Ciudad'], 1],
  ['not a title of one cell', ['Piloto,,', 'Ciudad,Apellidos y Nombres,Distrito'], 1],
  ['not a row of data', ['Nombres,Rol,DNI', 'Ana,Piloto,7', 'Equipo,Corredor,8'], 0],
  ['the first of equal headers', ['Nombres,DNI', 'Ana,7', 'Nombres,DNI'], 0],
  ['not a line that is only similar', ['Rosa,Clubes,Equipos,Celulas', 'Nombres,DNI'], 1],
  ['not a line that names one column twice', ['DNI,Documento', 'Nombres,DNI'], 1],
])('the header is %s', (_, texts, index) => {
  const all = lines(...texts)
  expect(findHeader(all)).toBe(all[index])
})

test('a file without lines has no header', () => {
  expect(findHeader([])).toBeUndefined()
})
