/** Files as they come: what is read of each, and what is said of a bad one. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { columnOf } from '#domain/columns'
import { writeRejects } from '#domain/csv'
import { csvRecords } from '#domain/csv-records'
import { type ExportOptions, writeExport } from '#domain/export'
import { fieldNames } from '#domain/fields'
import { readTable, type TableRow } from '#domain/import-table'
import { checkDraft, draftOf, type Pilot } from '#domain/pilot'
import { aDraft, aPicture } from '../support/pilots.ts'
import { root } from '../support/root.ts'

const readBytes = async (bytes: Buffer) => {
  const table = await readTable(bytes)
  return { ...table, rows: [...table.rows] }
}
const read = (text: string) => readBytes(Buffer.from(text))
const values = (rows: readonly TableRow[]) => rows.map(({ line, values }) => ({ line, values }))

test.each([
  ['', 'El archivo está vacío'],
  [' \n \n', 'El archivo está vacío'],
  ['Ana,López,ana@ejemplo.org\n', 'El archivo no tiene un encabezado'],
  ['Nombre;D.N.I.;Nombres;DNI\n', '«Nombre» y «Nombres» son la misma columna, Nombres. «D.N.I.» y «DNI» son'],
  [
    'name,dni\nEva,0\n"Ana,1\nLuis,2\n',
    'La fila que empieza en la línea 3 abre una comilla que no se cierra',
  ],
  ['{"data": 1}', 'El JSON debe ser una lista'],
  ['[{"name": ', 'El archivo no es un JSON válido'],
  ['[{"nombre_raro": "Ana"}]', 'El archivo no tiene un encabezado'],
  ['PK\u0003\u0004', 'El archivo no es un libro de Excel (.xlsx), o está dañado'],
  ['\u0000\u0001\u0002', 'El archivo no es una planilla'],
])('%j is refused: %s', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

test('a row keeps the line that it starts on, past cells of several lines and blank lines', async () => {
  const { rows } = await read('name,club\r\nAna,"Uno\r\nDos"\r\n\r\n,\r\nLuis,Tres\nEva,Cuatro\r\n')
  expect(values(rows)).toEqual([
    { line: 2, values: { name: 'Ana', club: 'Uno\r\nDos' } },
    { line: 6, values: { name: 'Luis', club: 'Tres' } },
    { line: 7, values: { name: 'Eva', club: 'Cuatro' } },
  ])
})

test('what stands behind a closing quote makes the cell what is written, quotes and all', async () => {
  const { rows } = await read('name,club\n"Ana" la flecha,"Sur ""A"""\n"","x"\n')
  expect(rows.map(({ values }) => [values.name, values.club])).toEqual([
    ['"Ana" la flecha', 'Sur "A"'],
    ['', 'x'],
  ])
})

test('ragged rows are kept with their problem', async () => {
  const { rows } = await read('name,dni\nAna\nLuis,1,2\n')
  expect(rows.map(({ problem }) => problem)).toEqual([
    'La fila tiene 1 celda y el encabezado 2',
    'La fila tiene 3 celdas y el encabezado 2',
  ])
})

test.each([',', ';', '\t'])('cells may be separated by %j', async (mark) => {
  expect(values((await read(`name${mark}dni\nAna${mark}7\n`)).rows)).toEqual([
    { line: 2, values: { name: 'Ana', dni: '7' } },
  ])
})

test('the labels of the form are taken too, in any case, with or without accents, and a BOM is no part of them', async () => {
  const { header } = await read(
    '\uFEFFNOMBRES,Número de Licencia,Tipo de Sangre,documento de identidad (dni)\n',
  )
  expect(header).toEqual(['name', 'nlicencia', 'tiposangre', 'dni'])
})

test('blank lines and the sep= of Excel may stand before the header, and a quote within a cell', async () => {
  const { rows } = await read('sep=;\n\n;\nname;club\nAna "la flecha";5\n')
  expect(values(rows)).toEqual([{ line: 5, values: { name: 'Ana "la flecha"', club: '5' } }])
})

test('a file in UTF-16, as Excel writes Unicode text, is read', async () => {
  const bytes = Buffer.from('\ufeffname\tclub\nÑusta\tSur\n', 'utf16le')
  expect((await readBytes(bytes)).rows[0]?.values).toEqual({ name: 'Ñusta', club: 'Sur' })
})

test('a file in Windows-1252 keeps its accents', async () => {
  expect((await readBytes(Buffer.from('name\nÑusta Güemes\n', 'latin1'))).rows[0]?.values).toEqual({
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
  {
    id: '1K3Q9XW2M4T1',
    photo: null,
    ...aDraft({
      name: '=1+1',
      lastname: "'+51",
      nlicencia: '00123',
      npiloto: '1E5',
      club: '_x0041_ \u0001\u0085;=A1',
      celular: 519876543210987,
      fechanac: '1900-01-01',
    }),
  },
  {
    id: '3K3Q9XW2M4T1',
    photo: null,
    ...aDraft({
      name: 'Ana\u001b[2J\u009b1m',
      lastname: '_x005f\u0001_x0001_x0002_',
      nlicencia: '_x000d_ _X001B_',
      club: '\u202eabc\u2069 \u007f',
      participacion: "'\u001b=1\rb\r\nc\td\u0000",
    }),
  },
  {
    id: '2K3Q9XW2M4T1',
    photo: null,
    ...aDraft({ fechanac: '1900-03-01', npiloto: '1-2', name: '😀 Ñ', dni: 9876543 }),
  },
]

test.each<ExportOptions>([
  { format: 'csv' },
  { format: 'csv', plain: true },
  { format: 'json' },
  { format: 'xlsx' },
])('%j gives every cell back as it was', async (options) => {
  const written = await writeExport(pilots, options)
  const { rows } = await readBytes(Buffer.isBuffer(written) ? written : Buffer.from([...written].join('')))
  expect(
    rows.map(({ values }) => [values.id_driver, values.attachment || null, checkDraft(values).draft]),
  ).toEqual(pilots.map((pilot) => [pilot.id, pilot.photo, draftOf(pilot)]))
})

test('a CSV holds no character that a terminal would obey, and an import takes a code from elsewhere as it is', async () => {
  const text = [...((await writeExport(pilots, { format: 'csv' })) as string[])].join('')
  expect(text.match(/(?![\t\n]|\r\n)\p{Control}|[\u202a-\u202e\u2066-\u2069]/gu)).toBeNull()
  expect(text).toContain('Ana_x001b_[2J_x009b_1m')
  const { rows } = await read('name,club\n_x0041_na,_x00e1_ _x001B_ _x202e_\n')
  expect(rows[0]?.values).toEqual({ name: '_x0041_na', club: '_x00e1_ \u001b \u202e' })
})

test('a DNI of seven digits is exported with eight, and as the integer that it is to JSON', async () => {
  const one = [{ id: '7K3Q9XW2M4TB', photo: null, ...aDraft({ dni: 9876543 }) }]
  const text = async (options: ExportOptions) => [...((await writeExport(one, options)) as string[])].join('')
  expect(await text({ format: 'csv' })).toContain(';09876543;')
  expect(await text({ format: 'csv', plain: true })).toContain(',09876543,')
  expect(await text({ format: 'json' })).toContain('"dni": 9876543,')
  const book = unzipSync((await writeExport(one, { format: 'xlsx' })) as Buffer)
  expect(strFromU8(book['xl/worksheets/sheet1.xml'] as Uint8Array)).toContain('<v>9876543</v>')
  expect(strFromU8(book['xl/styles.xml'] as Uint8Array)).toContain('formatCode="00000000"')
})

test('rejected rows are written with their reason, can be read again, and lose no cell', async () => {
  const table = await read('name,dni\nAna,x\nLuis,7\nEva,8,sobra\n')
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
  expect((await read('name,dni,motivo\nAna,7,ya está\n')).rows[0]?.values).toMatchObject({
    name: 'Ana',
    dni: '7',
  })
})

test('a book of Excel is read from under its title: the sheet with pilots, real dates, and what Excel spoilt', async () => {
  const book = await readFile(join(root, 'tests/fixtures/inscritos.xlsx'))
  const { form, names, header, rows } = await readBytes(book)
  expect(form).toBe('Excel, hoja «Inscritos» (no se lee «Portada»)')
  expect(names[5]).toBe('D.N.I.')
  expect(header.filter((column) => column !== undefined)).toEqual(fieldNames)
  expect(rows.map(({ line }) => line)).toEqual([4, 5, 7, 8])
  expect(rows.slice(0, 2).map(({ values }) => checkDraft(values).draft)).toEqual([
    expect.objectContaining({
      fechanac: '1994-02-28',
      celular: 51987654321,
      npiloto: '27',
      modalidad: 'RALLY',
    }),
    expect.objectContaining({ fechanac: '2001-02-03', dni: 41234567, nlicencia: '1002', npiloto: '007' }),
  ])
  expect(rows[2]?.badCells?.npiloto).toMatch('Excel convirtió la celda en una fecha')
})

test('a header and rows may end in blank cells, or leave out the columns that nobody reads', async () => {
  const { names, rows } = await read('name;dni;Ciudad;;\nAna;7\nLuis;8;Ica\nEva;9;Puno;;;\nZoë\n')
  expect(names).toEqual(['name', 'dni', 'Ciudad'])
  expect(rows.map(({ problem }) => problem)).toEqual([
    undefined,
    undefined,
    undefined,
    'La fila tiene 1 celda y el encabezado 3',
  ])
})

test('one bad byte does not spoil the accents of a file in UTF-8: its cell is refused', async () => {
  const bytes = Buffer.concat([
    Buffer.from('name;club\nMuñoz Pérez;Ñandú\nÍñigo Núñez;Peña '),
    Buffer.from([0xf1]),
    Buffer.from('\n'),
  ])
  const { form, rows } = await readBytes(bytes)
  expect(form).toBe('CSV separado por punto y coma, UTF-8 con letras dañadas')
  expect(rows[0]).toMatchObject({ values: { name: 'Muñoz Pérez', club: 'Ñandú' } })
  expect(rows[1]?.badCells).toEqual({ club: 'La celda tiene letras dañadas: escríbala otra vez' })
})

test('numbers that have the format of a date are the numbers again, or are refused', async () => {
  const date = (value: number) => ({ value, type: Number, format: 'dd/mm/yyyy' })
  const book = await writeXlsxFile([
    [{ value: 'DNI' }, { value: 'Celular' }, { value: 'Nacimiento' }],
    [date(40123456), date(987654321), date(1e10)],
  ]).toBuffer()
  const { rows } = await readBytes(book)
  expect(rows[0]?.values.dni).toBe(40123456)
  expect(rows[0]?.badCells?.fechanac).toBe('La celda tiene formato de fecha, y su número no es ninguna')
})

test('a cell at the far end of a sheet is named, instead of filling the memory', async () => {
  const book = unzipSync(await writeXlsxFile([[{ value: 'DNI' }], [{ value: 7, type: Number }]]).toBuffer())
  const path = 'xl/worksheets/sheet1.xml'
  const far = strFromU8(book[path] ?? new Uint8Array()).replace(
    '</sheetData>',
    '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t> </t></is></c></row></sheetData>',
  )
  await expect(readBytes(Buffer.from(zipSync({ ...book, [path]: strToU8(far) })))).rejects.toThrow(
    'XFD1048576',
  )
})

test.each([
  ['a locked book', () => readFile(join(root, 'tests/fixtures/con-clave.xlsx')), 'protegido con contraseña'],
  ['an old book', async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Excel antiguo (.xls)'],
  ['a ZIP of anything', async () => Buffer.from('504b0304', 'hex'), 'dañado'],
  ['a picture', () => aPicture(), 'no es una planilla'],
  ['200 MB', async () => Buffer.alloc(200 * 1024 * 1024), 'pesa más de 100 MB'],
  ['an empty book', () => writeXlsxFile([[null]]).toBuffer(), 'está vacío'],
])('%s is refused in Spanish', async (_, bytes, message) => {
  await expect(bytes().then(readBytes)).rejects.toThrow(message)
})

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
])('a column «%s» is %s', (name, column) => {
  expect(columnOf(name)).toBe(column)
})

describe('csv-spectrum', () => {
  const folder = join(root, 'node_modules/csv-spectrum')
  // The JSON of the coordinates is of another telephone than its CSV.
  const names = readdirSync(join(folder, 'csvs'))
    .map((name) => name.replace('.csv', ''))
    .filter((name) => name !== 'location_coordinates')

  test.each(names)('%s is read as it says', (name) => {
    const text = readFileSync(join(folder, 'csvs', `${name}.csv`), 'utf8')
    const [head, ...records] = [...csvRecords(text, ',')].map(({ cells }) => cells)
    const json = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8'))
    const expected: Record<string, string>[] = [json].flat()
    expect(records).toEqual(expected.map((record) => head?.map((column) => record[column])))
  })
})
