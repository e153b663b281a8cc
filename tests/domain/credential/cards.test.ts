/** Tests of the print settings of cards. */
import { expect, test } from 'vitest'
import { nextStart, readOffset } from '#domain/credential/cards'

test('an offset consists of two lengths of at most 20 mm', () => {
  expect(
    ['0.5,-1', ' +2 , 20 ', '1', '1,2,3', '21,0', '0,-20.5', '1,5;2', '', 'a,b'].map(readOffset),
  ).toEqual([[0.5, -1], [2, 20], ...Array(7).fill(undefined)])
})

test.each([
  [1, 1, 2],
  [10, 1, 1],
  [3, 27, 10],
  [1, 10, 1],
])('from position %i of a sheet, %i cards leave position %i free', (start, cards, next) => {
  expect(nextStart('sheet', start, cards)).toBe(next)
})
