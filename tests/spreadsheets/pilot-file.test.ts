/** Tests that an import reads each file of an export back without loss, and of the cells of a workbook. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { understoodCell } from '#domain/import/cells/cells'
import { type Book, type ExportOptions, exportFormats } from '#domain/import/columns'
import { readDocument } from '#domain/pilots/document'
import { checkDraft, draftOf, type Pilot, parseDraft, withDraft } from '#domain/pilots/pilot'
import { writeBook, writeExport } from '../../server/spreadsheets/pilot-file.ts'
import { freeFields, naughtyStrings } from '../support/naughty-strings.ts'
import { aDraft, aForeigner } from '../support/pilots.ts'
import { bytesOf, tableOf } from '../support/table.ts'

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
  {
    id: '4K3Q9XW2M4T1',
    photo: null,
    ...aDraft({
      email: null,
      celular: null,
      nlicencia: null,
      club: null,
      tiposangre: null,
      alergias: 'Látex',
    }),
  },
]

test.each<ExportOptions>([
  { format: 'csv' },
  { format: 'csv', plain: true },
  { format: 'json' },
  { format: 'xlsx' },
])(
  'an export with %j is read back with every cell unchanged but for characters that nobody sees',
  async (options) => {
    const { rows } = await tableOf(await bytesOf(writeExport(pilots, options)))
    expect(
      rows.map(({ values }) => [
        values.id_driver,
        values.attachment || null,
        withDraft({}, parseDraft(values)),
      ]),
    ).toEqual(pilots.map((pilot) => [pilot.id, pilot.photo, withDraft({}, parseDraft(draftOf(pilot)))]))
  },
)

test('a DNI of seven digits is exported with eight digits, and as a plain integer to JSON', async () => {
  const one = [{ id: '7K3Q9XW2M4TB', photo: null, ...aDraft({ dni: 9876543 }) }]
  const text = async (options: ExportOptions) => String(await bytesOf(writeExport(one, options)))
  expect(await text({ format: 'csv' })).toContain(';09876543;')
  expect(await text({ format: 'csv', plain: true })).toContain(',09876543,')
  expect(await text({ format: 'json' })).toContain('"dni": 9876543,')
  const book = unzipSync(await bytesOf(writeExport(one, { format: 'xlsx' })))
  expect(strFromU8(book['xl/worksheets/sheet1.xml'] as Uint8Array)).toContain('<v>9876543</v>')
  expect(strFromU8(book['xl/styles.xml'] as Uint8Array)).toContain('formatCode="00000000"')
})

test('a document is exported as its country writes it, with its zeros and without any that it does not have', async () => {
  const chilean = { dni: null, tipodoc: 'RUT', documento: '123456785', paisdoc: 'CL' } as const
  const riders = [
    aDraft({ dni: 912345678, paisdoc: 'EC' }),
    aDraft({ dni: 4123456, paisdoc: 'PY' }),
    { ...aForeigner(), ...chilean },
  ].map((draft, index) => ({ id: `7K3Q9XW2M4T${index}`, photo: null, ...draft }))
  for (const format of ['csv', 'xlsx'] as const) {
    const { rows } = await tableOf(await bytesOf(writeExport(riders, { format })))
    expect(rows.map(({ cells }) => cells)).toEqual([
      expect.arrayContaining(['0912345678', 'EC']),
      expect.arrayContaining(['4123456', 'PY']),
      expect.arrayContaining(['No tiene', '12.345.678-5', 'CL']),
    ])
    expect(rows.map(({ values }) => readDocument(values))).toEqual(
      riders.map(({ dni, paisdoc }) => (dni ? { dni, paisdoc } : chilean)),
    )
  }
})

test('the number in the open event is a column of its own, which an import does not use', async () => {
  const [first, ...others] = pilots
  const entries = [{ event: 'E', modalidad: 'RALLY', number: '077', at: '2026-11-28T12:00:00.000Z' }]
  const entered = [{ ...(first as Pilot), entries }, ...others]
  for (const format of exportFormats) {
    const { rows, mapping } = await tableOf(await bytesOf(writeExport(entered, { format, event: 'E' })))
    expect(rows.map(({ values }) => values.npiloto)).toEqual(pilots.map(({ npiloto }) => npiloto))
    const columns = mapping.columns.filter(({ name }) => /evento/.test(name))
    expect(columns).toMatchObject([{ target: 'motivo' }])
    const plain = await tableOf(await bytesOf(writeExport(pilots, { format, event: 'E' })))
    expect(plain.mapping.columns.some(({ name }) => /evento/.test(name))).toBe(false)
  }
})

test('a CSV contains no control character for a terminal, and an import leaves the codes of other programs unchanged', async () => {
  const text = String(await bytesOf(writeExport(pilots, { format: 'csv' })))
  expect(text.match(/(?![\t\n]|\r\n)\p{Control}|[\u202a-\u202e\u2066-\u2069]/gu)).toBeNull()
  expect(text).toContain('Ana_x001b_[2J_x009b_1m')
  const { rows } = await tableOf('name,club\n_x0041_na,_x00e1_ _x001B_ _x202e_\n')
  expect(rows[0]?.values).toEqual({ name: '_x0041_na', club: '_x00e1_' })
})

test('naughty strings are read back unchanged from CSV, JSON and XLSX, and no cell of the CSV is a formula', async () => {
  const pilots = naughtyStrings.flatMap((text, index) => {
    const changes = Object.fromEntries(freeFields.map((name) => [name, text.slice(0, 20)]))
    const { draft } = checkDraft({ ...aDraft(), ...changes })
    // Words such as NULL stand for nothing.
    return draft && understoodCell(text) === text
      ? [{ id: index.toString().padStart(12, '0'), photo: null, ...draft } as Pilot]
      : []
  })
  expect(pilots.length).toBeGreaterThan(400)
  for (const format of exportFormats) {
    const { rows } = await tableOf(await bytesOf(writeExport(pilots, { format })))
    expect(rows.map(({ values }) => checkDraft(values).draft)).toEqual(
      pilots.map(({ id: _id, photo: _photo, ...draft }) => draft),
    )
  }
  const formula = { id: '000000000000', photo: null, ...aDraft({ name: '=1+1', club: '@x' }) }
  expect(await writeExport([formula], { format: 'csv' })).toContain("'=1+1")
})

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
