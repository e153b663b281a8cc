/** Tests of the rows that a workbook hides. */
import { expect, test } from 'vitest'
import { previewOf, remarksOf } from '../../../server/import/preview.ts'
import { bookOf } from '../../support/books.ts'
import { tableOf } from '../../support/table.ts'

const lines = [
  'Nombres|Apellidos|Correo|DNI|Club',
  'Ana|Quispe|ana@ejemplo.org|40000010|Sol',
  'Luis|Mamani|luis@ejemplo.org|40000011|Sol',
  'Rosa|Flores|rosa@ejemplo.org|40000012|Sol',
  'Iván|Rojas|ivan@ejemplo.org|40000013|Sol',
  'TOTAL||||4',
]

/** Each way in which a program hides a row. */
const hidings = ['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"']

const bookWith = (hiding: string) => bookOf(lines, { rows: { 3: hiding, 4: hiding, 6: hiding } })

test.each(hidings)(
  'riders in rows with %s are rejected until a person chooses, and are told',
  async (hiding) => {
    const table = await tableOf(bookWith(hiding))
    expect(previewOf(table).hiddenRows).toEqual({ rows: 2 })
    expect(table.rows.map(({ line, problem, isAside }) => [line, problem ?? isAside])).toEqual([
      [2, undefined],
      [3, 'La fila está oculta en el libro: elija si las filas ocultas se importan'],
      [4, 'La fila está oculta en el libro: elija si las filas ocultas se importan'],
      [5, undefined],
      [6, true],
    ])
  },
)

test('the choice takes hidden rows along, or leaves them out and does not count them as set aside', async () => {
  const taken = await tableOf(bookWith('hidden="1"'), { mapping: { hiddenRows: true } })
  expect(taken.rows.map(({ line, problem }) => [line, problem])).toEqual(
    [2, 3, 4, 5, 6].map((line) => [line, undefined]),
  )
  expect(previewOf(taken).hiddenRows).toEqual({ rows: 2, isImported: true })
  const left = await tableOf(bookWith('hidden="1"'), { mapping: { hiddenRows: false } })
  expect(left.rows.map(({ line }) => line)).toEqual([2, 5])
  expect(previewOf(left).hiddenRows).toEqual({ rows: 2, isImported: false })
  expect(remarksOf(left, []).asideRows).toBe(0)
})

test('hidden titles, totals and shown rows of no height ask nothing', async () => {
  const rows = { 1: 'hidden="1"', 2: 'hidden="0"', 3: 'hidden="false" ht="15"', 6: 'hidden="1"' }
  const table = await tableOf(bookOf(lines, { rows }))
  expect(previewOf(table).hiddenRows).toBeUndefined()
  expect(table.rows.filter(({ problem }) => problem)).toEqual([])
})
