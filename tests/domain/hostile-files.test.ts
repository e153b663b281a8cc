/** Files that are made to cost their reader time and memory: each is answered with what is wrong, in one go over it. */
import { expect, test } from 'vitest'
import { writeRejects } from '#domain/csv'
import { maxRejections } from '#domain/import-bounds'
import { type ImportReport, planImport } from '#domain/import-plan'
import { type ImportRow, readTable, type TableRow } from '#domain/import-table'
import { aBook, hostileBooks, hostileTexts, rowsOf, textCell } from '../support/hostile-files.ts'

const hostileFiles = { ...hostileBooks, ...hostileTexts }
const damaged = 'El archivo no es un libro de Excel (.xlsx), o está dañado'
const far = 'La hoja tiene algo en la celda XFD1048576, muy lejos de lo demás'

/** The message for each file; null where it can be read. */
const answers: Record<keyof typeof hostileFiles, string | null> = {
  'a sheet list for a quadratic pattern': null,
  'a sheet list that is never closed': damaged,
  'a date format for a quadratic pattern': damaged,
  'a far cell in double quotes': far,
  'a far cell in single quotes': far,
  'a far cell with another attribute first': far,
  'a far cell in a prefixed element': far,
  'a far cell in a sheet outside worksheets/': far,
  'twenty sheets that are each just small enough': 'La hoja tiene algo en la celda KN20000',
  'a row of an absurd number': damaged,
  'a column of an absurd name': damaged,
  'millions of empty rows': damaged,
  'millions of elements in one another': damaged,
  'a thousand sheets': 'tiene 1.000 hojas y se leen hasta 100',
  'a cell of 20 MB of spaces': 'Fila 2: una celda tiene 20.971.521 caracteres y se leen hasta 32.767',
  'a tag of 20 MB': damaged,
  'a long text that every cell shares': 'El archivo tiene más de 104.857.600 caracteres',
  '260 MB of nothing': 'El libro de Excel es demasiado grande al abrirlo',
  'a size that is a lie': damaged,
  'CSV with 20 MB of spaces after a cell': 'Línea 2: una celda tiene 20.971.521 caracteres',
  'CSV with 20 MB of spaces after its rows': null,
  'CSV with 1,800 columns':
    'El archivo tiene 1.815 columnas y se leen hasta 300: borre las que sobran y guárdelo otra vez',
  'CSV with a header of 5 MB of commas': 'El archivo tiene 5.242.895 columnas y se leen hasta 300',
  'CSV of one line of 100 MB': 'Línea 1: una celda tiene 104.857.590 caracteres',
  'CSV with lines of names of 30,000 characters': null,
  'CSV with 30,000 bad rows': null,
  'CSV with millions of rows': 'El archivo tiene más de 400.000 filas: divídalo en varios',
  'CSV that says sep=" for its quotes': 'Línea 3: una celda tiene 1.048.575 caracteres',
  'CSV with a bad byte among 20 MB of accents': 'El archivo tiene más de 400.000 filas',
  'JSON with 4,000 objects of a key of their own': 'El archivo tiene 4.001 columnas y se leen hasta 300',
  'JSON with 4,000 names for one column': 'El archivo tiene 4.000 columnas y se leen hasta 300',
  'JSON nested 40 million deep': 'El JSON tiene más de 20 listas u objetos unos dentro de otros',
  'JSON with values nested deep': 'El JSON tiene más de 20 listas u objetos unos dentro de otros',
  'JSON with 30 million objects': 'El archivo tiene más de 400.000 filas',
  'JSON with one list of 40 million values': 'El archivo tiene 41.943.041 columnas',
  'JSON with values that are objects': null,
}

test.each(Object.entries(answers))('%s is read, or refused with: %s', async (name, answer) => {
  const made = hostileFiles[name as keyof typeof hostileFiles]()
  const rows = readRows(made)
  if (answer === null) await rows
  else await expect(rows).rejects.toThrow(answer)
})

test('real files are read: 100,000 rows of 20 columns, a book of 300 columns, blank columns beyond', async () => {
  const line = `${Array.from({ length: 20 }, (_, place) => `celda ${place}`).join()}\n`
  const long = await readRows(`DNI${',x'.repeat(19)}\n${line.repeat(100_000)}`)
  expect([long.length, long.at(-1)?.cells.length]).toEqual([100_000, 20])

  const names = Array.from({ length: 26 }, (_, place) => String.fromCharCode(0x41 + place))
  const places = ['', ...names].flatMap((first) => names.map((second) => first + second)).slice(0, 300)
  const rowOf = (row: number, text: string) =>
    `<row r="${row}">${places.map((place) => textCell(`${place}${row}`, text || place)).join('')}</row>`
  const body = Array.from({ length: 500 }, (_, place) => rowOf(place + 2, 'x')).join('')
  const wide = await readRows(aBook({ sheet: rowOf(1, '').replace('>A<', '>DNI<') + body }))
  expect([wide.length, wide.at(-1)?.cells.length]).toEqual([500, 300])

  const blank = await readRows(`DNI${';'.repeat(16_383)}\n7${';'.repeat(16_383)}\n`)
  expect([blank[0]?.problem, blank[0]?.values]).toEqual([undefined, { dni: '7' }])
})

test('a sheet that is not there, as one of charts, is passed over', async () => {
  const list = '<sheet name="G" sheetId="1" r:id="none"/><sheet name="H" sheetId="2" r:id="rId1"/>'
  const book = aBook({ sheetList: list, sheet: rowsOf(textCell('A2', '7')) })
  expect((await readRows(book)).map(({ values }) => values)).toEqual([{ dni: '7' }])
})

test('a value that is an object or a list is a bad cell, whatever its keys are', async () => {
  const nested: object[] = [{ toString: 1 }, { toJSON: 1 }, [1], {}]
  const rows = await readRows(JSON.stringify(nested.map((value) => ({ dni: value, constructor: value }))))
  expect(rows.map(({ values, badCells }) => [values.dni, badCells?.dni])).toEqual(
    nested.map((value) => [JSON.stringify(value), expect.stringContaining('es una lista o un objeto')]),
  )
  const { rejected } = plan(rows)
  expect(rejected.filter(({ field }) => field === 'dni').map(({ message }) => message)).toHaveLength(4)
  expect((await readRows('[{"dni":1,"toString":2},{"dni":3}]')).map(({ cells }) => cells)).toEqual([
    [1, 2],
    [3, undefined],
  ])
})

test('of very many bad rows the first are listed, all are counted, and the file of them has each', async () => {
  const table = await readTable(Buffer.from(hostileTexts['CSV with 30,000 bad rows']()))
  const report = plan(table.rows)
  expect([report.rejectedRows, report.rejectedLines.length]).toEqual([30_000, 30_000])
  expect(report.rejected.length).toBeLessThanOrEqual(maxRejections)
  expect(report.badCells).toBeGreaterThan(maxRejections)
  const rejects = [...writeRejects(table, report)].join('').trim().split('\n')
  expect(rejects).toHaveLength(30_001)
  expect(rejects[1]).toContain('id_driver: No es un identificador')
  expect(rejects.at(-1)).toContain('Hay demasiadas celdas mal para listarlas todas')
})

async function readRows(made: string | Uint8Array): Promise<TableRow[]> {
  return [...(await readTable(typeof made === 'string' ? Buffer.from(made) : made)).rows]
}

function plan(rows: Iterable<ImportRow>): ImportReport {
  const nobody = { byId: () => undefined, byDni: () => undefined, isRevoked: () => false }
  return planImport(rows, nobody, {}, () => '7K3Q9XW2M4TB', '').report
}
