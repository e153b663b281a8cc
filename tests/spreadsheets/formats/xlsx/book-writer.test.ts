/** Tests of the stream of a workbook. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeBook } from '../../../../server/spreadsheets/formats/xlsx/book-writer.ts'
import { ZipWriter } from '../../../../server/spreadsheets/formats/xlsx/zip-writer.ts'
import { bytesOf } from '../../../support/table.ts'

const columns = [
  { label: 'Nombre', width: 30 },
  { label: 'Día', isDay: true, format: 'dd/mm/yyyy' },
  { label: 'N.º' },
]

async function sheetOf(rows: (string | number | null)[][]): Promise<string> {
  const parts = (async function* () {
    yield rows
  })()
  const book = unzipSync(await bytesOf(writeBook('Hoja', columns, parts)))
  return strFromU8(book['xl/worksheets/sheet1.xml'] as Uint8Array)
}

test('cells are texts, days and whole numbers, and a blank cell is left out', async () => {
  const xml = await sheetOf([
    ['=1+1 & "x" <b>', '2026-11-22', 7],
    [' dos\nlíneas', '1899-12-31', null],
    ['_x0041_\u0001', null, 0],
  ])
  const cells = [...xml.matchAll(/<c r="([A-Z]+\d+)"( t="inlineStr")?[^>]*>(?:<is><t[^>]*>|<v>)([^<]*)/g)]
  expect(cells.map(([, at, isText, value]) => [at, isText ? 'text' : 'number', value])).toEqual([
    ['A1', 'text', 'Nombre'],
    ['B1', 'text', 'Día'],
    ['C1', 'text', 'N.º'],
    ['A2', 'text', '=1+1 &amp; &quot;x&quot; &lt;b&gt;'],
    ['B2', 'number', '46348'],
    ['C2', 'number', '7'],
    ['A3', 'text', ' dos\nlíneas'],
    ['B3', 'text', '1899-12-31'],
    ['A4', 'text', '_x005f_x0041__x0001_'],
    ['C4', 'number', '0'],
  ])
  expect(xml).toContain('<pane ySplit="1"')
  expect(xml).toContain('<t xml:space="preserve"> dos\n')
})

test('rows are read no further than a consumer needs, and their source ends with the consumer', async () => {
  let [parts, isClosed] = [0, false]
  async function* rows() {
    try {
      // Random texts, which no compression makes small.
      for (; ; parts += 1)
        yield Array.from({ length: 250 }, () => [`${Math.random()} ${Math.random()}`, null, null])
    } finally {
      isClosed = true
    }
  }
  let bytes = 0
  for await (const chunk of writeBook('Hoja', columns, rows())) {
    bytes += chunk.length
    if (bytes > 500_000) break
  }
  // A part is some 6 KB in the file. Without a limit, the source would never end.
  expect(parts).toBeLessThan(400)
  await expect.poll(() => isClosed).toBe(true)
})

test('a failed source fails the workbook, which then has no end', async () => {
  async function* rows() {
    yield [['uno', null, null]]
    throw new Error('The source has failed')
  }
  const chunks: Uint8Array[] = []
  const read = async () => {
    for await (const chunk of writeBook('Hoja', columns, rows())) chunks.push(chunk)
  }
  await expect(read()).rejects.toThrow('The source has failed')
  expect(() => unzipSync(Buffer.concat(chunks))).toThrow()
})

test('a sheet is refused if it has no room for its rows', async () => {
  async function* rows() {
    const part = Array.from({ length: 2 ** 16 }, () => [])
    for (;;) yield part
  }
  await expect(bytesOf(writeBook('Hoja', columns, rows()))).rejects.toThrow('exporte a CSV')
})

test('a ZIP has each file with its checksum and its sizes', async () => {
  const zip = new ZipWriter()
  const chunks: Uint8Array[] = []
  for (const [name, parts] of Object.entries({ 'ñ.txt': ['uno', 'dos'], 'empty.txt': [] }))
    for await (const chunk of zip.file(name, parts)) chunks.push(chunk)
  chunks.push(zip.end())
  const files = unzipSync(Buffer.concat(chunks))
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
    'ñ.txt': 'unodos',
    'empty.txt': '',
  })
})
