/** Tests of the print settings of cards. */
import { expect, test } from 'vitest'
import { layoutLabel, nextStart, readOffset } from '#domain/credential/cards'
import { paperOf } from '#domain/credential/paper'

test('an offset consists of two lengths of at most 20 mm', () => {
  expect(
    ['0.5,-1', ' +2 , 20 ', '1', '1,2,3', '21,0', '0,-20.5', '1,5;2', '', 'a,b'].map(readOffset),
  ).toEqual([[0.5, -1], [2, 20], ...Array(7).fill(undefined)])
})

test.each([
  ['PE', 'Hoja A4 con 10 tarjetas'],
  ['MX', 'Hoja carta con 10 tarjetas'],
  [null, 'Hoja A4 con 10 tarjetas'],
])('the sheet of an event in %s is %j', (country, label) => {
  expect(layoutLabel('sheet', paperOf({ country }))).toBe(label)
  expect(layoutLabel('a6', paperOf({ country }))).toContain('A6')
})

test.each([
  [1, 1, 2],
  [10, 1, 1],
  [3, 27, 10],
  [1, 10, 1],
])('from position %i of a sheet, %i cards leave position %i free', (start, cards, next) => {
  expect(nextStart('sheet', start, cards)).toBe(next)
})
