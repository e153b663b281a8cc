import { expect, test } from 'vitest'
import { isTaken, nearestFree, takenNumbers } from '#domain/events/numbers'

const taken = takenNumbers(['100', '101', '102', '0103', 'M-10', '1', 'S/N'])

test.each([
  ['102', { below: '99', above: '104' }],
  ['099', { below: '098', above: '104' }],
  ['0102', { below: '0099', above: '0104' }],
  ['200', { below: '199', above: '201' }],
  ['M-009', { below: 'M-008', above: 'M-011' }],
  ['2', { above: '3' }],
  ['', { above: '2' }],
  ['S/N', { above: '2' }],
])('next to «%s» are the free numbers %o', (number, free) => {
  expect(nearestFree(number, taken)).toEqual(free)
})

test('a number is taken regardless of zeros and case, and none is taken by nobody', () => {
  expect(['0102', '103', 'm-10'].every((number) => isTaken(number, taken))).toBe(true)
  expect(['', 'S/N', '99'].some((number) => isTaken(number, taken))).toBe(false)
})
