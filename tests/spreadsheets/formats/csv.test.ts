/** Tests of CSV files, as programs and people write them. */
import { expect, test } from 'vitest'
import type { FileRow } from '#domain/import/row-reader'
import { writeRejects } from '../../../server/spreadsheets/rejects.ts'
import { tableOf } from '../../support/table.ts'

const values = (rows: readonly FileRow[]) => rows.map(({ line, values }) => ({ line, values }))

test('a row has the number of its first line, also after cells with several lines and blank lines', async () => {
  const { rows } = await tableOf('name,club\r\nAna,"Uno\r\nDos"\r\n\r\n,\r\nLuis,Tres\nEva,Cuatro\r\n')
  expect(values(rows)).toEqual([
    { line: 2, values: { name: 'Ana', club: 'Uno\r\nDos' } },
    { line: 6, values: { name: 'Luis', club: 'Tres' } },
    { line: 7, values: { name: 'Eva', club: 'Cuatro' } },
  ])
})

test('a cell with text after its closing quote keeps all of its text, including the quotes', async () => {
  const { rows } = await tableOf('name,club\n"Ana" la flecha,"Sur ""A"""\n"","x"\n')
  expect(rows.map(({ values }) => [values.name, values.club])).toEqual([
    ['"Ana" la flecha', 'Sur "A"'],
    ['', 'x'],
  ])
})

test('ragged rows are kept with their problem', async () => {
  const { rows } = await tableOf('name,dni\nAna\nLuis,1,2\n')
  expect(rows.map(({ problem }) => problem)).toEqual([
    'La fila tiene 1 celda y el encabezado 2',
    'La fila tiene 3 celdas y el encabezado 2',
  ])
})

test.each([',', ';', '\t'])('cells may be separated by %j', async (mark) => {
  expect(values((await tableOf(`name${mark}dni\nAna${mark}7\n`)).rows)).toEqual([
    { line: 2, values: { name: 'Ana', dni: '7' } },
  ])
})

test('a header may have the labels of the form, in any case, with or without accents, and after a BOM', async () => {
  const { mapping } = await tableOf(
    '\uFEFFNOMBRES,Número de Licencia,Tipo de Sangre,documento de identidad (dni)\n',
  )
  expect(mapping.columns.map(({ target }) => target)).toEqual(['name', 'nlicencia', 'tiposangre', 'dni'])
})

test('a file may have blank lines and the sep= of Excel before its header, and a quote within a cell', async () => {
  const { rows } = await tableOf('sep=;\n\n;\nname;club\nAna "la flecha";5\n')
  expect(values(rows)).toEqual([{ line: 5, values: { name: 'Ana "la flecha"', club: '5' } }])
})

test('a header and rows may end in blank cells, and rows may leave out unknown columns at the end', async () => {
  const { names, rows } = await tableOf('name;dni;Ciudad;;\nAna;7\nLuis;8;Ica\nEva;9;Puno;;;\nZoë\n')
  expect(names).toEqual(['name', 'dni', 'Ciudad'])
  expect(rows.map(({ problem }) => problem)).toEqual([
    undefined,
    undefined,
    undefined,
    'La fila tiene 1 celda y el encabezado 3',
  ])
})

test('rejected rows are written with their reason and all of their cells, and can be read again', async () => {
  const table = await tableOf('name,dni\nAna,x\nLuis,7\nEva,8,sobra\n')
  const rejects = writeRejects(table, {
    rejected: [
      { line: 2, field: 'dni', message: 'no vale' },
      { line: 4, message: 'sobra una celda' },
    ],
    rejectedLines: [2, 4],
  })
  expect([...rejects].join('')).toBe(
    '\ufeffname;dni;motivo\nAna;x;dni: no vale\nEva;8;sobra una celda;sobra\n',
  )
  expect((await tableOf('name,dni,motivo\nAna,7,ya está\n')).rows[0]?.values).toMatchObject({
    name: 'Ana',
    dni: '7',
  })
})
