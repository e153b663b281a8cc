/** Tests of the cells of a workbook. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Book } from '#domain/import/export'
import { writeBook } from '../../server/spreadsheets/book.ts'
import { tableOf } from '../support/table.ts'

const columns = [
  { label: 'Nombre', width: 30 },
  { label: 'Día', isDay: true, format: 'dd/mm/yyyy' },
  { label: 'N.º' },
]

/** Returns the XML of the parts of a workbook with some rows. */
async function partsOf(rows: Book['rows']) {
  const parts = unzipSync(await writeBook({ sheet: 'Hoja', columns, rows }))
  const xml = (path: string) => strFromU8(parts[`xl/${path}.xml`] as Uint8Array)
  return { sheet: xml('worksheets/sheet1'), styles: xml('styles'), strings: xml('sharedStrings') }
}

test('cells are texts, days and whole numbers, and a blank cell is left out', async () => {
  const { sheet, styles, strings } = await partsOf([
    ['=1+1 & "x" <b>', '2026-11-22', 7],
    [' dos\nlíneas', '1899-12-31', null],
    ['_x0041_\u0001', null, 0],
  ])
  const texts = [...strings.matchAll(/<t[^>]*>([^<]*)/g)].map(([, text]) => text)
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)><v>([^<]*)/g)]
  expect(
    cells.map(([, at, attributes, value]) =>
      attributes?.includes('t="s"') ? [at, 'text', texts[Number(value)]] : [at, 'number', value],
    ),
  ).toEqual([
    ['A1', 'text', 'Nombre'],
    ['B1', 'text', 'Día'],
    ['C1', 'text', 'N.º'],
    ['A2', 'text', '=1+1 &amp; "x" &lt;b&gt;'],
    ['B2', 'number', '46348'],
    ['C2', 'number', '7'],
    ['A3', 'text', ' dos\nlíneas'],
    ['B3', 'text', '1899-12-31'],
    ['A4', 'text', '_x005f_x0041__x0001_'],
    ['C4', 'number', '0'],
  ])
  expect(sheet).toContain('ySplit="1"')
  expect(sheet).toContain('width="30"')
  expect(strings).toContain('<t xml:space="preserve"> dos\n')
  expect(styles).toMatch(/<numFmt [^>]*formatCode="dd\/mm\/yyyy"/)
})

test('a text is read back unchanged if it is the name of a property, a noncharacter or half of a pair', async () => {
  const texts = [
    ...['constructor', '__proto__', 'toString', '\ufdd0', '\u{1fffe}a', '\ufffd', '\ud800', 'x\r\ny'],
    ...['constructor', 'undefined', '7', '_x000d_', '\u{1f600}'],
  ]
  const bytes = await writeBook({
    sheet: 'Hoja',
    columns: [{ label: 'Nombre' }, { label: 'DNI' }],
    rows: texts.map((text, index) => [text, index]),
  })
  const { rows } = await tableOf(bytes)
  expect(rows.map(({ cells: [text] }) => text)).toEqual(texts)
})

test('a sheet is refused if it has no room for its rows', async () => {
  const rows = Array.from({ length: 2 ** 20 }, () => [])
  await expect(writeBook({ sheet: 'Hoja', columns, rows })).rejects.toThrow('exporte a CSV')
})
