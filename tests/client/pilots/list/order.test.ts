/** Tests the order that a press on the title of a column gives. */
import { expect, test } from 'vitest'
import { searchPath } from '#domain/api/addresses'
import { nextOrder } from '../../../../client/pilots/list/order.ts'

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
