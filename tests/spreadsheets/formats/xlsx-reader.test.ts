/** Tests of Excel workbooks, as people keep them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { requiredNames } from '#domain/pilots/fields'
import { checkDraft } from '#domain/pilots/pilot'
import { aBook, rowsOf, textCell } from '../../support/hostile-files.ts'
import { root } from '../../support/root.ts'
import { tableOf } from '../../support/table.ts'

test('a workbook is read below its title: the sheet with pilots, its dates, and the cells that Excel has damaged', async () => {
  const book = await readFile(join(root, 'tests/fixtures/inscritos.xlsx'))
  const { form, names, mapping, rows } = await tableOf(book)
  expect(form).toBe('Excel, hoja «Inscritos» (no se lee «Portada»)')
  expect(names[5]).toBe('D.N.I.')
  expect(mapping.columns.flatMap(({ target }) => target ?? [])).toEqual([
    ...requiredNames.slice(0, 10),
    'ciudad',
    ...requiredNames.slice(10),
  ])
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

test('a number with the format of a date is read as a number again, or its cell is refused', async () => {
  const date = (value: number) => ({ value, type: Number, format: 'dd/mm/yyyy' })
  const book = await writeXlsxFile([
    [{ value: 'DNI' }, { value: 'Celular' }, { value: 'Nacimiento' }],
    [date(40123456), date(987654321), date(1e10)],
  ]).toBuffer()
  const { rows } = await tableOf(book)
  expect(rows[0]?.values.dni).toBe(40123456)
  expect(rows[0]?.badCells?.fechanac).toBe('La celda tiene formato de fecha, y su número no es ninguna')
})

test('a file with a cell at the far end of a sheet is refused with its reference, and does not fill the memory', async () => {
  const book = unzipSync(await writeXlsxFile([[{ value: 'DNI' }], [{ value: 7, type: Number }]]).toBuffer())
  const path = 'xl/worksheets/sheet1.xml'
  const far = strFromU8(book[path] ?? new Uint8Array()).replace(
    '</sheetData>',
    '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t> </t></is></c></row></sheetData>',
  )
  await expect(tableOf(Buffer.from(zipSync({ ...book, [path]: strToU8(far) })))).rejects.toThrow('XFD1048576')
})

test('a book is refused if a byte of it has changed, also where nothing is compressed', async () => {
  const parts = unzipSync(aBook({ sheet: rowsOf(textCell('A2', '40123456')) }))
  const book = Buffer.from(zipSync(parts, { level: 0 }))
  expect((await tableOf(book)).rows[0]?.values.dni).toBe('40123456')
  book[book.indexOf('40123456')] = 0x37
  await expect(tableOf(book)).rejects.toThrow('El archivo no es un libro de Excel (.xlsx), o está dañado')
})

test('each type of cell has its value, and a day is one whatever its format and the year from which days count', async () => {
  const cells = [
    ['<c r="B2" t="s"><v>0</v></c>', 'Peña & Hijos'],
    ['<c r="B2" t="s"><v>1</v></c>', ''],
    [
      '<c r="B2" t="inlineStr"><is><r><t>Sol </t></r><r><t>y Sur</t></r><rPh><t>x</t></rPh></is></c>',
      'Sol y Sur',
    ],
    ['<c r="B2" t="inlineStr"><is><t><![CDATA[<Sol>]]></t></is></c>', '<Sol>'],
    ['<c r="B2" t="str"><v>a_x0041_b</v></c>', 'aAb'],
    ['<c r="B2" t="b"><v>1</v></c>', 'VERDADERO'],
    ['<c r="B2" t="d"><v>2026-12-15</v></c>', '15/12/2026'],
    ['<c r="B2" s="1"><v>46371</v></c>', '15/12/2026'],
    ['<c r="B2" s="2"><v>46371.75</v></c>', '15/12/2026'],
    ['<c r="B2"><v>46371</v></c>', 46371],
  ] as const
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-280A]d&quot; de &quot;mmmm"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>`
  const readAs = async (cell: string, workbook = '') => {
    const sheet = `<row r="1">${textCell('A1', 'DNI')}${textCell('B1', 'Club')}</row><row r="2">${textCell('A2', '7')}${cell}</row>`
    const strings = ['Peña &amp; Hijos', '']
    return (await tableOf(aBook({ sheet, styles, strings, workbook }))).rows[0]?.cells[1]
  }
  for (const [cell, value] of cells) expect(await readAs(cell), cell).toBe(value)
  expect(await readAs('<c r="B2" s="1"><v>44909</v></c>', '<workbookPr date1904="1"/>')).toBe('15/12/2026')
  for (const cell of ['<c r="B2" t="s"><v>9</v></c>', '<c r="B2"><v>x</v></c>', '<c r="A2"><v>8</v></c>'])
    await expect(readAs(cell), cell).rejects.toThrow('está dañado')
})

/** Returns a book with one rider whose parts have other paths; `edit` changes their XML. */
function movedBook(pathOf: (path: string) => string, edit = (xml: string) => xml): Buffer {
  const parts = unzipSync(aBook({ sheet: rowsOf('<c r="A2" t="s"><v>0</v></c>'), strings: ['40123456'] }))
  const moved = Object.entries(parts).map(([path, content]) => {
    return [pathOf(path), Buffer.from(edit(Buffer.from(content).toString()))] as const
  })
  const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const root = `<Relationships><Relationship Id="r" Type="${main}" Target="${pathOf('xl/workbook.xml')}"/></Relationships>`
  return Buffer.from(zipSync({ ...Object.fromEntries(moved), '_rels/.rels': Buffer.from(root) }))
}

test.each([
  ['in another case', movedBook((path) => path.replace('sheet1', 'Sheet1').replace('shared', 'SHARED'))],
  ['in capitals', movedBook((path) => path.toUpperCase())],
  ['in another folder', movedBook((path) => path.replace('xl/', 'libro/'))],
  ['under another name', movedBook((path) => path.replace('workbook.xml', 'Libro.xml'))],
  ['at a path from the root', movedBook(String, (xml) => xml.replaceAll('Target="', 'Target="/xl/'))],
  ['at a path with dots', movedBook(String, (xml) => xml.replaceAll('Target="', 'Target=".././xl/'))],
  ['at a path with backslashes', movedBook(String, (xml) => xml.replaceAll('ts/sheet', 'ts\\sheet'))],
  [
    'at a path with spaces',
    movedBook(
      (path) => path.replace('sheet1', 'hoja uno'),
      (xml) => xml.replaceAll('ts/sheet1', 'ts/hoja%20uno'),
    ),
  ],
])('a workbook whose parts are %s is read', async (_where, book) => {
  expect((await tableOf(book)).rows.map(({ values }) => values.dni)).toEqual(['40123456'])
})

test('a workbook with a part twice, in two cases, is refused', async () => {
  const parts = unzipSync(movedBook(String))
  const twice = { ...parts, 'XL/workbook.xml': Buffer.from('<workbook/>') }
  await expect(tableOf(Buffer.from(zipSync(twice)))).rejects.toThrow('está dañado')
})

test('a sheet without data, such as a chart, is skipped', async () => {
  const list = '<sheet name="G" sheetId="1" r:id="none"/><sheet name="H" sheetId="2" r:id="rId1"/>'
  const book = aBook({ sheetList: list, sheet: rowsOf(textCell('A2', '7')) })
  expect((await tableOf(book)).rows.map(({ values }) => values)).toEqual([{ dni: '7' }])
})

test('a cell whose formula failed is a bad cell with its error, which no default fills', async () => {
  const row = (number: number, club: string) =>
    `<row r="${number}">${textCell(`A${number}`, '40123456')}<c r="B${number}" ${club}</c></row>`
  const book = aBook({
    sheet:
      `<row r="1">${textCell('A1', 'DNI')}${textCell('B1', 'Club')}</row>` +
      row(2, 't="e"><f>1/0</f><v>#DIV/0!</v>') +
      row(4, 't="e"><v>#BUSY!!</v>') +
      row(5, 't="str"><f>x</f><v>#N/A</v>') +
      row(6, '>'),
  })
  const { rows } = await tableOf(book, { mapping: { defaults: { club: 'Sin club' } } })
  const message = (error: string) => `La celda contiene un error de Excel (${error}): escriba su valor`
  expect(rows.map(({ line, values, badCells }) => [line, values.club, badCells?.club])).toEqual([
    [2, '#DIV/0!', message('#DIV/0!')],
    [4, '#BUSY!!', message('#BUSY!!')],
    [5, '#N/A', message('#N/A')],
    [6, 'Sin club', undefined],
  ])
})

test('the errors of a sheet stay in their sheet', async () => {
  const sheet = `${rowsOf('<c r="A2" t="e"><v>#REF!</v></c>')}<row r="3">${textCell('A3', '7')}</row>`
  const parts = unzipSync(aBook({ sheet, sheets: 2 }))
  const [first] = Object.values(
    unzipSync(aBook({ sheet: rowsOf(textCell('A2', '8')), sheetPath: 'a.xml' })),
  ).slice(-1)
  const book = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': first ?? new Uint8Array() })
  const linesOf = async (name: string) =>
    (await tableOf(book, { mapping: { sheet: name } })).rows.map(({ values }) => values.dni)
  expect(await linesOf('Hoja1')).toEqual(['8'])
  expect(await linesOf('Hoja2')).toEqual(['#REF!', '7'])
})
