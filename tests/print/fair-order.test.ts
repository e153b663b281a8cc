/** Tests of the order in which prints begin. */
import { expect, test } from 'vitest'
import { fairOrder } from '../../server/print/fair-order.ts'

const order = (names: string[], last?: string) =>
  fairOrder(
    names.map((name) => ({ name, by: name.slice(0, -1) })),
    last,
  ).map(({ name }) => name)

test('people take turns, and the prints of each person keep their order', () => {
  expect(order(['ana1', 'ana2', 'ana3', 'eva1', 'luis1', 'eva2'])).toEqual([
    'ana1',
    'eva1',
    'luis1',
    'ana2',
    'eva2',
    'ana3',
  ])
  expect(order([])).toEqual([])
})

test('the person whose print began last comes after all others', () => {
  expect(order(['ana2', 'ana3', 'eva1'], 'ana')).toEqual(['eva1', 'ana2', 'ana3'])
  expect(order(['ana2'], 'ana')).toEqual(['ana2'])
  expect(order(['ana1', 'eva1'], 'luis')).toEqual(['ana1', 'eva1'])
})
