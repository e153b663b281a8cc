/** Tests of the names of columns in a header. */
import { expect, test } from 'vitest'
import { columnOf, readHeader } from '../../server/spreadsheets/header.ts'

test.each([
  ['Documento de Identidad', 'dni'],
  ['D.N.I.', 'dni'],
  ['N° DNI', 'dni'],
  ['TELÉFONO', 'celular'],
  ['e-mail', 'email'],
  ['Correo electrónico', 'email'],
  ['F. Nac.', 'fechanac'],
  ['fecha_nacimiento', 'fechanac'],
  ['Licencia N°', 'nlicencia'],
  ['Nro. de licencia', 'nlicencia'],
  ['Nº Piloto', 'npiloto'],
  ['Dorsal', 'npiloto'],
  ['Tipo de licencia', 'licencia'],
  ['Modelo de Moto', 'modalidad'],
  ['GRUPO SANGUINEO', 'tiposangre'],
  ['Historial de Competiciones', 'participacion'],
  ['Identificador', 'id_driver'],
  ['N°', undefined],
  ['Ciudad', undefined],
  ['', undefined],
])('a column with the name «%s» is read as %s', (name, column) => {
  expect(columnOf(name)).toBe(column)
})

test('a name of more than 200 characters is not read as a column', () => {
  expect([`DNI${' '.repeat(197)}`, `DNI${' '.repeat(198)}`].map(columnOf)).toEqual(['dni', undefined])
})

test('a header keeps the position of every column, including the unknown ones', () => {
  expect(readHeader(['Ciudad', 'D.N.I.', 'motivo', 'Nombres'])).toEqual([undefined, 'dni', 'motivo', 'name'])
})

test('a header without a known column is refused with the names that it needs', () => {
  expect(() => readHeader(['Ciudad', ''])).toThrow(
    'El archivo no tiene un encabezado. Su primera fila debe nombrar las columnas: Nombres, Apellidos,',
  )
})

test('a header that repeats columns is refused with all of the repeated names', () => {
  expect(() => readHeader(['Nombre', 'DNI', ' D.N.I. ', 'Nombres', 'Documento'])).toThrow(
    '«Nombre» y «Nombres» son la misma columna, Nombres. ' +
      '«DNI», «D.N.I.» y «Documento» son la misma columna, Documento de identidad (DNI). Deje una sola',
  )
})
