/** Tests the range of rows that is ticked with Shift. */
import { expect, test } from 'vitest'
import { rangeOf } from '../../../../client/pilots/list/rows.ts'

test('a range goes from the row that was ticked last, in both directions, and is one row if that one is not shown', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'b', 'b')).toEqual(['b'])
  expect(rangeOf(ids, undefined, 'c')).toEqual(['c'])
  expect(rangeOf(ids, 'z', 'c')).toEqual(['c'])
})
