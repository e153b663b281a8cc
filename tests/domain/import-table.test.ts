/** Files as they come: what is read of each, and what is said of a bad one. */
import { expect, test } from 'vitest'
import { writeCsv, writeRejects } from '#domain/csv'
import { readTable } from '#domain/import-table'
import { writeJson } from '#domain/json'
import type { Pilot } from '#domain/pilot'
import { toFlat } from '#domain/wire'
import { aDraft } from '../support/pilots.ts'

const readBytes = (bytes: Buffer) => {
  const table = readTable(bytes)
  return { ...table, rows: [...table.rows] }
}
const read = (text: string) => readBytes(Buffer.from(text))

test.each([
  ['', 'El archivo está vacío'],
  [' \n \n', 'El archivo está vacío'],
  ['Ana,López,ana@ejemplo.org\n', 'La primera línea no es un encabezado'],
  ['name,dni,Observaciones\n', '1 columna desconocida: «Observaciones»'],
  ['name,dni,,Talla\n', '2 columnas desconocidas: una sin nombre y «Talla»'],
  ['name,dni,Nombres\n', '1 columna repetida: «Nombres»'],
  [
    'name,dni\nEva,0\n"Ana,1\nLuis,2\n',
    'La fila que empieza en la línea 3 abre una comilla que no se cierra',
  ],
  ['{"data": 1}', 'El JSON debe ser una lista'],
  ['[{"name": ', 'El archivo no es un JSON válido'],
  ['[{"nombre_raro": "Ana"}]', 'La primera línea no es un encabezado'],
  ['[{"name": "Ana", "talla": "M"}]', '1 columna desconocida: «talla»'],
  ['PK\u0003\u0004', 'libro de Excel'],
  ['\u0000\u0001\u0002', 'La primera línea no es un encabezado'],
])('%j is refused: %s', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('a row keeps the line that it starts on, past cells of several lines and blank lines', () => {
  const { rows } = read('name,club\r\nAna,"Uno\r\nDos"\r\n\r\n,\r\nLuis,Tres\nEva,Cuatro\r\n')
  expect(rows).toEqual([
    { line: 2, values: { name: 'Ana', club: 'Uno\r\nDos' } },
    { line: 6, values: { name: 'Luis', club: 'Tres' } },
    { line: 7, values: { name: 'Eva', club: 'Cuatro' } },
  ])
})

test('what stands behind a closing quote makes the cell what is written, quotes and all', () => {
  const { rows } = read('name,club\n"Ana" la flecha,"Sur ""A"""\n"","x"\n')
  expect(rows.map(({ values }) => [values.name, values.club])).toEqual([
    ['"Ana" la flecha', 'Sur "A"'],
    ['', 'x'],
  ])
})

test('ragged rows are kept with their problem', () => {
  const { rows } = read('name,dni\nAna\nLuis,1,2\n')
  expect(rows.map(({ problem }) => problem)).toEqual([
    'La fila tiene 1 celda y el encabezado 2',
    'La fila tiene 3 celdas y el encabezado 2',
  ])
})

test.each([',', ';', '\t'])('cells may be separated by %j', (mark) => {
  expect(read(`name${mark}dni\nAna${mark}7\n`).rows).toEqual([{ line: 2, values: { name: 'Ana', dni: '7' } }])
})

test('the labels of the form are taken too, in any case, with or without accents, and a BOM is no part of them', () => {
  const { header } = read('\uFEFFNOMBRES,Número de Licencia,Tipo de Sangre,documento de identidad (dni)\n')
  expect(header).toEqual(['name', 'nlicencia', 'tiposangre', 'dni'])
})

test('blank lines and the sep= of Excel may stand before the header, and a quote within a cell', () => {
  const { rows } = read('sep=;\n\n;\nname;club\nAna "la flecha";5\n')
  expect(rows).toEqual([{ line: 5, values: { name: 'Ana "la flecha"', club: '5' } }])
})

test('a file in UTF-16, as Excel writes Unicode text, is read', () => {
  const bytes = Buffer.from('\ufeffname\tclub\nÑusta\tSur\n', 'utf16le')
  expect(readBytes(bytes).rows[0]?.values).toEqual({ name: 'Ñusta', club: 'Sur' })
})

test('a file in Windows-1252 keeps its accents', () => {
  expect(readBytes(Buffer.from('name\nÑusta Güemes\n', 'latin1')).rows[0]?.values).toEqual({
    name: 'Ñusta Güemes',
  })
})

const pilots: Pilot[] = [
  { id: '7K3Q9XW2M4TB', photo: '0123456789AB.jpg', ...aDraft() },
  {
    id: '0K3Q9XW2M4T1',
    photo: null,
    ...aDraft({ name: '"', lastname: 'a,b;c\td', club: 'CR\rsolo', participacion: 'uno\r\n\r\ndos\n"tres"' }),
  },
]

test.each([
  ['CSV', writeCsv],
  ['JSON', writeJson],
])('%s gives every cell back as it was', (_, write) => {
  const { rows } = read([...write(pilots)].join(''))
  const asText = (value: unknown) => String(value ?? '')
  expect(
    rows.map(({ values }) => Object.entries(values).map(([name, value]) => [name, asText(value)])),
  ).toEqual(
    pilots.map((pilot) => Object.entries(toFlat(pilot)).map(([name, value]) => [name, asText(value)])),
  )
})

test('rejected rows are written with their reason, can be read again, and lose no cell', () => {
  const table = read('name,dni\nAna,x\nLuis,7\nEva,8,sobra\n')
  const rejects = writeRejects(table, [
    { line: 2, field: 'dni', message: 'no vale' },
    { line: 4, message: 'sobra una celda' },
  ])
  expect(rejects).toBe('name,dni,motivo\nAna,x,dni: no vale\nEva,8,sobra una celda,sobra\n')
  expect(read('name,dni,motivo\nAna,7,ya está\n').rows[0]?.values).toMatchObject({ name: 'Ana', dni: '7' })
})
