import { expect, test } from 'vitest'
import { limitsFor } from '../../server/network/connection-limits.ts'

test.each([
  [undefined, { others: 672, perAddress: 504, loopback: 224 }],
  [1_048_576, { others: 2000, perAddress: 700, loopback: 500 }],
  [256, { others: 96, perAddress: 72, loopback: 32 }],
  [40, { others: 2, perAddress: 2, loopback: 8 }],
])('of %s descriptors, enough are kept for files', (limit, limits) => {
  expect(limitsFor(limit)).toEqual(limits)
})
