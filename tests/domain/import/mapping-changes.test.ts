/** Tests what each change of a mapping keeps, and how it is taken back. */
import { expect, test } from 'vitest'
import type { ImportMapping } from '#domain/import/mapping'
import {
  chooseHeader,
  chooseSheet,
  hasCorrections,
  type MappingChange,
  replaceTexts,
  setDefault,
  typeCell,
} from '#domain/import/mapping-changes'

const chosen = { sheet: 'MX1', header: 2, defaults: { club: 'Sur' } }
const corrected = { replacements: { club: { '-': 'Sur' } }, cells: { 2: { email: 'a@b.pe' } } }
const all: ImportMapping = { ...chosen, ...corrected, columns: { Correo: null } }

test('another sheet keeps the values for all rows, and another header all but the columns', () => {
  expect(chooseSheet('Damas')(all)).toEqual({ defaults: { club: 'Sur' }, sheet: 'Damas' })
  expect(chooseHeader(0)(all)).toEqual({ ...chosen, ...corrected, header: 0 })
})

test.each<[string, MappingChange, MappingChange]>([
  ['a typed cell', typeCell(9, 'email', 'x@y.pe'), typeCell(9, 'email', undefined)],
  ['a second cell of a row', typeCell(2, 'celular', '987654321'), typeCell(2, 'celular', undefined)],
  ['replaced texts', replaceTexts('club', ['x', 'y'], 'Sur'), replaceTexts('club', ['x', 'y'], undefined)],
  ['a value for all rows', setDefault('licencia', 'Anual'), setDefault('licencia', undefined)],
])('%s is taken back without a trace, and keeps the other choices', (_, change, undo) => {
  expect(change(all)).not.toEqual(all)
  expect(undo(change(all))).toEqual(all)
})

test('only typed cells and replaced texts are corrections, until they are taken back', () => {
  expect([chosen, all, { cells: corrected.cells }].map(hasCorrections)).toEqual([false, true, true])
  const replaced = replaceTexts('club', ['-'], 'Sur')({})
  expect(hasCorrections(replaced)).toBe(true)
  expect(hasCorrections(replaceTexts('club', ['-'], undefined)(replaced))).toBe(false)
})
