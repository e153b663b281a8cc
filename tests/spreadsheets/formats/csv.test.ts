/** Tests of CSV files, as programs and people write them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FileRow } from '#domain/import/row-reader'
import { writeRejects } from '../../../server/import/rejects.ts'
import { csvRecords } from '../../../server/spreadsheets/formats/csv.ts'
import { root } from '../../support/root.ts'
import { tableOf } from '../../support/table.ts'

const values = (rows: readonly FileRow[]) => rows.map(({ line, values }) => ({ line, values }))

test('a row has the number of its first line, also after cells with several lines and blank lines', async () => {
  const { rows } = await tableOf('name,club\r\nAna,"Uno\r\nDos"\r\n\r\n,\r\nLuis,Tres\nEva,Cuatro\r\n')
  expect(values(rows)).toEqual([
    { line: 2, values: { name: 'Ana', club: 'Uno\nDos' } },
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

test.each([',', ';', '\t', '|'])('cells may be separated by %j', async (mark) => {
  expect(values((await tableOf(`name${mark}dni\nAna${mark}7\n`)).rows)).toEqual([
    { line: 2, values: { name: 'Ana', dni: '7' } },
  ])
})

const wholeRow = { name: 'Ana "la flecha"', lastname: 'Rojas, Díaz', dni: '7', club: 'Sur' }

test.each([
  ['"name,lastname,dni,club"\n"Ana ""la flecha"",""Rojas, Díaz"",7,Sur"\n', 'each row'],
  [
    '"name,lastname,dni,club";;;\n"Ana ""la flecha"",""Rojas, Díaz"",7,Sur";;;\n',
    'each row, before blank cells',
  ],
  [
    'name,lastname,dni,club\r\n"Ana ""la flecha"",""Rojas, Díaz"",7,Sur"\r\n',
    'the rows with quotes of their own',
  ],
  ['"name\tlastname\tdni\tclub"\n"Ana ""la flecha""\tRojas, Díaz\t7\tSur"', 'each row of a file with tabs'],
  ['"name;lastname;dni;club",,\n"Ana ""la flecha"";Rojas, Díaz;7;Sur",,\n', 'each row, before commas'],
])('the cells of %j are read, although quotes enclose %s', async (text) => {
  expect(values((await tableOf(text)).rows)).toEqual([{ line: 2, values: wholeRow }])
})

test('a cell with commas in a row without others stays one cell', async () => {
  const { rows } = await tableOf(
    'Nombre completo,DNI\n"Rojas, Ana",\n"QUISPE, ROSA, LUZ, EVA",8\n"Soto, Luz, Eva, Sol"\n',
  )
  expect(rows.map(({ cells }) => cells[0])).toEqual([
    'Rojas, Ana',
    'QUISPE, ROSA, LUZ, EVA',
    'Soto, Luz, Eva, Sol',
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
  const { names, rows } = await tableOf('name;dni;Talla;;\nAna;7\nLuis;8;Ica\nEva;9;Puno;;;\nZoë\n')
  expect(names).toEqual(['name', 'dni', 'Talla'])
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
  expect(rejects).toBe('\ufeffname;dni;motivo\nAna;x;dni: no vale\nEva;8;sobra una celda;sobra\n')
  expect((await tableOf('name,dni,motivo\nAna,7,ya está\n')).rows[0]?.values).toMatchObject({
    name: 'Ana',
    dni: '7',
  })
})

test('an error of Excel is a bad cell that no default fills, unless a person typed or chose its value', async () => {
  const text = 'nombre completo;dni;club;modalidad;otra\nQUISPE, Ana;7;#N/D;RALLY;#N/D\n#¡REF!;8;Sur;#N/A;x\n'
  const message = (error: string) => `La celda contiene un error de Excel (${error}): escriba su valor`
  const defaults = { club: 'Sin club' }
  const { rows } = await tableOf(text, { mapping: { defaults } })
  expect(rows[0]?.values.club).toBe('#N/D')
  expect(rows.map(({ badCells }) => badCells)).toEqual([
    { club: message('#N/D') },
    { name: message('#¡REF!'), lastname: message('#¡REF!'), modalidad: message('#N/A') },
  ])
  const mended = await tableOf(text, {
    mapping: { defaults, replacements: { modalidad: { '#N/A': 'UTV' } }, cells: { 2: { club: 'Norte' } } },
  })
  expect(mended.rows.map(({ badCells }) => badCells)).toEqual([
    undefined,
    { name: message('#¡REF!'), lastname: message('#¡REF!') },
  ])
})

test.each([
  ['the end of a row and the start of the next', 'Ana;R;7;"Sur;UTV;A;5;x\nEva;S;8;Sur";UTV;A;6;x\n'],
  ['several rows', 'Ana;R;7;"Sur;UTV;A;5;x\nEva;S;8;Sur;UTV;A;6;x\nZoë;T;9;"Sur";UTV;A;4;x\n'],
  ['rows that end in CRLF', 'Ana;R;7;"Sur;UTV;A;5;x\r\nEva;S;8;Sur;UTV;A;6;x\r\nZoë;T;9;"Sur";UTV;A;4;x\r\n'],
])('a line has a problem if a cell with an open quote contains %s', async (_, rows) => {
  const names = 'name;lastname;dni;club;modalidad;licencia;npiloto;participacion'
  const table = await tableOf(`${names}\nMía;P;5;Sur;UTV;A;1;x\n${rows}Noé;Q;4;Sur;UTV;A;2;x\n`)
  expect(table.rows.map(({ problem }) => problem)).toEqual([
    undefined,
    'Una celda parece contener otras filas: revise la comilla que se abre en ella',
    undefined,
  ])
})

test.each([
  '2019, oro\n2020, plata\n2021, bronce',
  '2019,oro\n2020,plata',
  'Oro 2019,2020,2021\nPlata 2022',
  'Carreras: Lima, Ica, Puno, Cusco, Tacna, Piura, Arequipa\nTítulos: ninguno',
  'Una línea con 2019,2020,2021,2022,2023,2024 y más',
])('a history of several lines such as %j has no problem', async (history) => {
  const names = 'name,lastname,dni,club,modalidad,licencia,npiloto,participacion'
  const { rows } = await tableOf(`${names}\nAna,Ríos,7,Sur,UTV,Anual,5,"${history}"\n`)
  expect(rows.map(({ problem, values }) => [problem, values.participacion])).toEqual([[undefined, history]])
})

/** Tests of the CSV parser with the csv-spectrum suite: RFC 4180 and the dialects of spreadsheets. */
describe('csv-spectrum', () => {
  const folder = join(root, 'node_modules/csv-spectrum')
  // The suite's JSON for the coordinates has a different telephone number than its CSV.
  const names = readdirSync(join(folder, 'csvs'))
    .map((name) => name.replace('.csv', ''))
    .filter((name) => name !== 'location_coordinates')

  test.each(names)('%s is read as its JSON states', (name) => {
    const text = readFileSync(join(folder, 'csvs', `${name}.csv`), 'utf8')
    const [head, ...records] = [...csvRecords(text, ',')].map(({ cells }) => cells)
    const json = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8'))
    const expected: Record<string, string>[] = [json].flat()
    expect(records).toEqual(expected.map((record) => head?.map((column) => record[column])))
  })
})
