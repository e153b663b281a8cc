/** Tests of cells with what programs write beside, or in place of, a value. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { findingsOf } from '#domain/import/findings'
import { checkDraft } from '#domain/pilots/pilot'
import { previewOf, remarksOf } from '../../server/import/preview.ts'
import type { ImportTable } from '../../server/spreadsheets/table.ts'
import { tableOf } from '../support/table.ts'

const licencesIn = ({ rows }: ImportTable) => rows.map(({ values }) => values.nlicencia)

/** Returns the rows of a CSV as a JSON file and as a workbook. */
async function inOtherFormats(csv: string): Promise<[string, string | Buffer][]> {
  const [header = [], ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';').map((cell) => cell.trim()))
  const objects = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])))
  const book = [header, ...rows].map((row) => row.map((value) => ({ value, type: String })))
  return [
    ['CSV', csv],
    ['JSON', JSON.stringify(objects)],
    ['XLSX', await writeXlsxFile(book).toBuffer()],
  ]
}

test('words and errors of other programs are no licence in any format, and are told with their lines', async () => {
  const csv = String(await readFile('tests/fixtures/sheets/09-noise.csv'))
  for (const [format, file] of await inOtherFormats(csv)) {
    const table = await tableOf(file)
    const first = format === 'JSON' ? 1 : 2
    const lines = (...rows: number[]) => rows.map((row) => row + first)
    expect([format, licencesIn(table).slice(0, 4), licencesIn(table).slice(6)]).toEqual([
      format,
      ['', '', '', ''],
      ['00123', '00124', '1234'],
    ])
    expect(table.rows.slice(4, 6).map(({ badCells }) => badCells?.nlicencia)).toEqual([
      'La celda contiene un error de otro programa (#ERROR!): escriba su valor',
      'La celda contiene un error de otro programa (Loading...): escriba su valor',
    ])
    expect(remarksOf(table, []).blankWords).toEqual(
      ['NULL', '\\N', 'nan', 'undefined'].map((text, index) => ({
        field: 'nlicencia',
        text,
        rows: 1,
        lines: lines(index),
      })),
    )
  }
})

test('one value for the blank cells of a column takes the place of the words in it', async () => {
  const csv = await readFile('tests/fixtures/sheets/09-noise.csv')
  const table = await tableOf(csv, { mapping: { defaults: { nlicencia: 'No tiene' } } })
  expect(licencesIn(table).slice(0, 4)).toEqual(Array(4).fill('No tiene'))
})

test('a second surname that is NULL is no surname, and NULL in a column that may be empty is no value', async () => {
  const table = await tableOf(
    'Nombres;Apellido paterno;Apellido materno;Alergias;Club\nAna;Quispe;NULL;(null);\\N\nLuz;Null;Nan;Penicilina;Sur\n',
  )
  expect(table.rows.map(({ values }) => values)).toEqual([
    { name: 'Ana', lastname: 'Quispe', alergias: '', club: '' },
    { name: 'Luz', lastname: 'Null Nan', alergias: 'Penicilina', club: 'Sur' },
  ])
  const report = { erasedRows: 0 }
  const suspensions = { rows: 0, listed: [] }
  const unread = { texts: 0, listed: [] }
  const { blank } = findingsOf({
    ...previewOf(table),
    remarks: remarksOf(table, []),
    report,
    suspensions,
    unread,
  })
  expect(blank?.title).toBe('3 celdas no dicen nada y se leen como vacías')
  expect(blank?.rows?.map(({ text }) => text)).toEqual([
    'Apellidos «NULL» en la línea 2',
    'Alergias y medicación «(null)» en la línea 2',
    'Club «\\N» en la línea 2',
  ])
})

test('a row of nothing but such words is no rider', async () => {
  const table = await tableOf(
    'Nombres;Apellidos;DNI;Club;Correo\nAna;Quispe;40000010;Sur;a@b.pe\nNULL;NULL;NULL;\\N;nan\n',
  )
  expect(table.rows.map(({ isAside }) => isAside ?? false)).toEqual([false, true])
})

test('characters that nobody sees are in no value of a file, and a name of nothing else is missing', async () => {
  const csv = String(await readFile('tests/fixtures/sheets/08-invisible.csv'))
  for (const [format, file] of await inOtherFormats(csv)) {
    const checked = (await tableOf(file)).rows.map(({ values }) => checkDraft(values))
    expect([format, checked.map(({ problems }) => problems)]).toEqual([
      format,
      [{ name: 'Campo Requerido' }, {}, {}, {}, {}, {}, {}],
    ])
    const drafts = checked.flatMap(({ draft }) => draft ?? [])
    expect(drafts.map(({ nlicencia, npiloto, dni }) => [nlicencia, npiloto, dni])).toEqual([
      ['FM-0001', '11', 40000011],
      ['FM-0003', '10', 40000012],
      ['FM-0004', '13', 40000013],
      ['FM-0005', '14', 40000014],
      ['FM-0006', '15', 40000015],
      ['FM-0007', '16', 40000016],
    ])
    expect(drafts.map(({ celular, email }) => [celular, email]).slice(3, 5)).toEqual([
      [51987654324, 'p4@ejemplo.org'],
      [987654325, 'p5@ejemplo.org'],
    ])
    expect(drafts[5]?.lastname).toBe('OBrien')
    // The writer of the workbook leaves the control character out.
    const meant = { field: 'lastname', text: 'OBrien', meant: 'O’Brien', rows: 1 }
    const { meantTexts } = remarksOf(await tableOf(file), [])
    expect([format, meantTexts]).toEqual([format, format === 'XLSX' ? [] : [meant]])
  }
})
