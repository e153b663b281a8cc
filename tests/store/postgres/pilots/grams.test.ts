/** The runs of characters that a database finds words by. */
import { expect, test } from 'vitest'
import { gramsOf } from '../../../../server/store/postgres/pilots/grams.ts'

test('what a database was filled with by version 1 of its tables is still found', () => {
  expect([...gramsOf('ñu anas 93')]).toEqual([-1501563819, 1984992328, 419952653])
})
