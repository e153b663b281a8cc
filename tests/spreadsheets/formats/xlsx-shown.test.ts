/** Tests of what a person sees in an Excel workbook beyond the values of its cells. */
import { expect, test } from 'vitest'
import { aBook, textCell } from '../../support/hostile-files.ts'
import { tableOf } from '../../support/table.ts'

/** Returns a book with licences in the number formats, each with its number. */
function bookOfFormats(cells: readonly (readonly [code: string, value: number])[]): Buffer {
  const escaped = (code: string) =>
    code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const formats = cells.map(
    ([code], index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`,
  )
  const styles = cells.map((_, index) => `<xf numFmtId="${164 + index}" xfId="0"/>`)
  const rows = cells.map(
    ([, value], index) =>
      `<row r="${index + 2}">${textCell(`A${index + 2}`, String(40_000_000 + index))}` +
      `<c r="B${index + 2}" s="${index + 1}"><v>${value}</v></c></row>`,
  )
  return aBook({
    sheet: `<row r="1">${textCell('A1', 'DNI')}${textCell('B1', 'N° Licencia')}</row>${rows.join('')}`,
    styles:
      `<numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>` +
      `<cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs>`,
  })
}

test('a number counts as its cell shows it if its format adds letters, zeros or strokes', async () => {
  const cells = [
    ['"FM-2026-"0000', 2, 'FM-2026-0002'],
    ['0000"/26"', 12, '0012/26'],
    ['00000', 12, '00012'],
    ['0000\\-0000', 20260012, '2026-0012'],
    ['"A-"0', 7, 'A-7'],
    ['\\L\\I\\C\\ 000', 5, 'LIC 005'],
    ['[$-C0A]00000', 12, '00012'],
    ['[Red]000;[Blue]-000', 7, '007'],
    ['[<100]"MX-"000;"MXA-"000', 7, 'MX-007'],
    ['[<100]"MX-"000;"MXA-"000', 140, 'MXA-140'],
    ['"Lic. "General', 7, 'Lic. 7'],
    ['_(0000_)', 3, '0003'],
    ['0;-0;;@', 0, ''],
    ['"General "General', 202600012345, 'General 202600012345'],
  ] as const
  const { rows } = await tableOf(bookOfFormats(cells.map(([code, value]) => [code, value])))
  expect(rows.map(({ values }) => values.nlicencia)).toEqual(cells.map(([, , shown]) => shown))
})

test('an amount, a percentage, a fraction, thousands, decimals and a hidden number stay numbers', async () => {
  const cells = [
    ['[$S/-280A] #,##0.00', 50],
    ['[$S/-280A]0', 50],
    ['"$"0', 50],
    ['$0', 50],
    ['0%', 0.12],
    ['#,##0', 1234],
    ['0.00', 12],
    ['0.00E+00', 12],
    ['# ?/?', 1.5],
    ['General', 12],
    // LibreOffice writes "General" as a format of its own.
    ['General', 202600012345],
    ['GENERAL', 12.123456789012],
    ['[$-280A]General_)', 202600012345],
    ['General;-General', 573001234567],
    ['[>=1000]General;0', 5491145678901],
    ['00', 1234567890123456],
    ['@', 12],
    ['0', 12],
    [';;;', 12],
    ['not a format [', 12],
  ] as const
  const { rows } = await tableOf(bookOfFormats(cells))
  expect(rows.map(({ values }) => values.nlicencia)).toEqual(cells.map(([, value]) => value))
})

test('a date stays a date, whatever letters its format adds', async () => {
  const codes = [
    'yyyy-mm-dd',
    '[$-C0A]d "de" mmmm "de" yyyy;@',
    '"Vence "dd/mm/yyyy',
    'dd\\.mm\\.yy',
    '[$-280A]dddd d',
  ]
  const { rows } = await tableOf(bookOfFormats(codes.map((code) => [code, 46371])))
  expect(rows.map(({ cells }) => cells[1])).toEqual(codes.map(() => '15/12/2026'))
})

const dated = (cells: string) =>
  `<row r="1">${textCell('A1', 'DNI')}${textCell('B1', 'Club')}${textCell('C1', 'Válida hasta')}</row>${cells}`

const rider = (row: number, more = '') =>
  `<row r="${row}">${textCell(`A${row}`, String(40_000_000 + row))}${more}</row>`

test('a cell that is merged over rows is the value of each of them, and of no row without a rider', async () => {
  const club = `${textCell('B2', 'Sol')}<c r="C2" t="str"><v>15/12/2026</v></c>`
  const merged =
    '<mergeCells><mergeCell ref="B2:B90"/><mergeCell ref="C2:C4"/><mergeCell ref="A6:C6"/></mergeCells>'
  const { rows } = await tableOf(
    aBook({
      sheet: dated(rider(2, club) + rider(3) + rider(4) + rider(5, textCell('B5', 'typed')) + rider(8)),
      after: merged,
    }),
  )
  expect(rows.map(({ line, values }) => [line, values.club, values.valida_hasta])).toEqual([
    [2, 'Sol', '15/12/2026'],
    [3, 'Sol', '15/12/2026'],
    [4, 'Sol', '15/12/2026'],
    [5, 'Sol', ''],
    [8, 'Sol', ''],
  ])
})

test('a formula that failed in a merged cell is a bad cell in each of its rows', async () => {
  const { rows } = await tableOf(
    aBook({
      sheet: dated(rider(2, '<c r="B2" t="e"><v>#N/A</v></c>') + rider(3)),
      after: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    }),
  )
  expect(rows.map(({ badCells }) => badCells?.club)).toEqual([
    expect.stringContaining('#N/A'),
    expect.stringContaining('#N/A'),
  ])
})

const unsaved = expect.stringContaining('abra el libro en Excel y guárdelo otra vez')

test('a formula without a saved result is a bad cell, whichever program has left the result out', async () => {
  const cells = [
    ['<c r="C2"><f>DATE(2026,12,15)</f><v></v></c>', '=DATE(2026,12,15)', unsaved],
    ['<c r="C2"><f>DATE(2026,12,15)</f></c>', '=DATE(2026,12,15)', unsaved],
    ['<c r="C2" t="str"><f>B2</f></c>', '=B2', unsaved],
    ['<c r="C2"><f t="shared" si="0"/><v/></c>', '=', unsaved],
    ['<c r="C2" t="str"><f>IF(B2="","",B2)</f><v></v></c>', '', undefined],
    ['<c r="C2" t="str"><f>B2</f><v>15/12/2026</v></c>', '15/12/2026', undefined],
  ] as const
  for (const [cell, value, problem] of cells) {
    const { rows } = await tableOf(aBook({ sheet: dated(rider(2, cell)) }), {
      mapping: { defaults: { club: 'Sin club' } },
    })
    expect([rows[0]?.values.valida_hasta, rows[0]?.badCells?.valida_hasta], cell).toEqual([value, problem])
  }
})

test('a formula whose result is 0 has none if the program leaves the computing to Excel', async () => {
  const sheet = dated(rider(2, '<c r="B2"><f>X2</f><v>0</v></c>'))
  const clubOf = async (workbook: string) =>
    (await tableOf(aBook({ sheet, workbook }))).rows[0]?.badCells?.club
  expect(await clubOf('<calcPr calcId="124519" fullCalcOnLoad="1"/>')).toEqual(unsaved)
  expect(await clubOf('<calcPr calcId="191029"/>')).toBeUndefined()
})

test('a sheet of nothing but formulas without results has riders, each with a message', async () => {
  const formula = (reference: string) => `<c r="${reference}"><f>Base!${reference}</f></c>`
  const row = (number: number) =>
    `<row r="${number}">${['A', 'B', 'C'].map((c) => formula(c + number)).join('')}</row>`
  const { rows } = await tableOf(aBook({ sheet: dated(row(2) + row(3)) }))
  expect(rows.map(({ isAside, badCells }) => [isAside, badCells])).toEqual(
    [2, 3].map(() => [undefined, { dni: unsaved, club: unsaved, valida_hasta: unsaved }]),
  )
})

test('cells without references are read in their order, as Power BI writes them', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const x = (xml: string) => xml.replace(/<(\/?)(\w)/g, '<$1x:$2')
  const rows = `<row>${text('DNI')}${text('Club')}</row><row>${text('40000001')}${text('Sol')}</row>`
  const mixed = `<row r="4"><c r="B4" t="inlineStr"><is><t>Sur</t></is></c>${text('')}</row><row>${text('40000005')}</row>`
  for (const sheet of [rows + mixed, x(rows + mixed)]) {
    const table = await tableOf(aBook({ sheet }))
    expect(table.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, '40000001', 'Sol'],
      [4, '', 'Sur'],
      [5, '40000005', ''],
    ])
  }
})
