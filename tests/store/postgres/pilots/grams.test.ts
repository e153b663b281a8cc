/** Tests of the n-grams by which a database finds words. */
import { expect, test } from 'vitest'
import { gramsOf } from '../../../../server/store/postgres/pilots/grams.ts'

test('the n-grams are those of version 1 of the tables, so that stored pilots are still found', () => {
  expect([...gramsOf('ñu anas 93')]).toEqual([-1501563819, 1984992328, 419952653])
})
