/** Tests of the meaning of cells, in every format of a file. */
import { expect, test } from 'vitest'
import { nothingWord, understoodCell } from '#domain/import/cells/cells'

test.each(
  ['NULL', 'null', ' \\N ', 'nan', 'NaN', '-nan', 'undefined', 'None', '<NA>', 'NaT', 'NA_character_'].concat(
    ['(null)', '<null>', '[NULL]', '(blank)', '(en blanco)', 'System.DBNull', '1.#QNAN', '-1.#IND00'],
    ['0000-00-00', '0000-00-00 00:00:00', '[object Object]', 'Invalid Date', 'NU\u200bLL'],
  ),
)('%j stands for nothing', (cell) => {
  expect(understoodCell(cell)).toBe('')
  expect(nothingWord(cell.replace('\u200b', ''))).toBe(cell.replace('\u200b', '').trim())
})

test.each([
  'Null',
  'Nan',
  'Nil',
  'Nulo',
  'Undefined Team',
  'N',
  'NA',
  'S/N',
  '-',
  '0',
  'Nando',
  'none',
  '(Null) 2',
])('%j may be what somebody means', (cell) => {
  expect([understoodCell(cell), nothingWord(cell)]).toEqual([cell, undefined])
})

test.each([
  ['="00123"', '00123'],
  ['= "00123"', '00123'],
  ['=T("00123")', '00123'],
  ['="Club ""Sol"""', 'Club "Sol"'],
  ["'00124", '00124'],
  ['\u201900124', '00124'],
  ["'FM-0012", 'FM-0012'],
  ["'12/05/1990", '12/05/1990'],
  ['1234.0', '1234'],
  [' 987654321.0 ', '987654321'],
  ['12.5', '12.5'],
  ['1.0.0', '1.0.0'],
  ['2026.00', '2026.00'],
  ["'t Hooft", "'t Hooft"],
  ["'90 campeón", "'90 campeón"],
  ['=1+1', '=1+1'],
  ['="a"&"b"', '="a"&"b"'],
  [' Ana ', ' Ana '],
  ['\u202a40000013\u202c', '40000013'],
  [1234, 1234],
  [null, null],
  [undefined, undefined],
])('the cell %j says %j', (cell, said) => {
  expect(understoodCell(cell)).toBe(said)
})
