/** Tests the order of the rows, and the range of rows that is ticked with Shift. */
import { expect, test } from 'vitest'
import { searchPath } from '#domain/api/addresses'
import { nextOrder, rangeOf } from '../../../../client/pilots/list/rows.ts'

test('a range goes from the row that was ticked last, in both directions, and is one row if that one is not shown', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'b', 'b')).toEqual(['b'])
  expect(rangeOf(ids, undefined, 'c')).toEqual(['c'])
  expect(rangeOf(ids, 'z', 'c')).toEqual(['c'])
})

test('the order is ascending by a column, then descending, then the default, and another column starts again', () => {
  const ascending = nextOrder({}, 'lastname')
  const descending = nextOrder(ascending, 'lastname')
  const usual = nextOrder(descending, 'lastname')
  expect([ascending, descending, usual].map((order) => searchPath({ ...descending, ...order }))).toEqual([
    '/search?sort=lastname',
    '/search?sort=lastname&order=desc',
    '/search',
  ])
  expect(nextOrder(descending, 'dni')).toEqual({ sort: 'dni' })
})
