/** Tests of whole workbooks, as openpyxl writes them, each with one trait that people keep in theirs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDraft } from '#domain/pilots/pilot'
import { previewOf, requireColumns } from '../../../server/import/preview.ts'
import { root } from '../../support/root.ts'
import { tableOf } from '../../support/table.ts'

/** Reads a workbook, and requires that it has all columns. */
async function readBook(name: string) {
  const table = await tableOf(await readFile(join(root, 'tests/fixtures/sheets', `${name}.xlsx`)))
  requireColumns(table, {})
  return table
}

const drafts = async (name: string) =>
  (await readBook(name)).rows.map(({ values }) => checkDraft(values).draft)

test('numbers whose formats add letters, zeros or strokes are stored as they are seen', async () => {
  expect((await drafts('05-number-formats')).map((draft) => [draft?.nlicencia, draft?.npiloto])).toEqual([
    ['FM-2026-0002', 'A-7'],
    ['0012/26', '11'],
    ['00012', '12'],
    ['2026-0012', '13'],
  ])
})

test('a day and an insurance that are merged over three riders are those of all three', async () => {
  const { rows } = await readBook('06-merged-rows')
  expect(rows.map(({ values }) => [values.valida_hasta, values.seguro])).toEqual(
    Array(3).fill(['15/12/2026', 'Seguros Sol']),
  )
})

test('a day that a formula would give is no empty day', async () => {
  const { rows } = await readBook('07-formula-optional')
  expect(rows.map(({ badCells }) => badCells)).toEqual(
    Array(2).fill({ valida_hasta: expect.stringContaining('abra el libro en Excel y guárdelo otra vez') }),
  )
})

test('rows that a filter hides are asked about', async () => {
  const table = await readBook('10-hidden-rows')
  expect(previewOf(table).hiddenRows).toEqual({ rows: 2 })
  expect(table.rows.filter(({ problem }) => problem === undefined).map(({ line }) => line)).toEqual([2, 5])
})

test('the number, the kind and the day below their groups are those of the licence and of the birth', async () => {
  expect((await drafts('11-group-header'))[0]).toMatchObject({
    nlicencia: 'FM-0001',
    npiloto: '10',
    licencia: 'Anual',
    fechanac: '1990-05-12',
  })
})
