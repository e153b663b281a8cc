/** Tests of the connection limits that follow from the limit of descriptors. */
import { expect, test } from 'vitest'
import { limitsFor } from '../../server/network/connection-limits.ts'

test.each([
  [undefined, { others: 672, perAddress: 504, loopback: 224 }],
  [1_048_576, { others: 2000, perAddress: 700, loopback: 500 }],
  [256, { others: 96, perAddress: 72, loopback: 32 }],
  [40, { others: 2, perAddress: 2, loopback: 8 }],
])('with a limit of %s descriptors, the connection limits keep enough of them for files', (limit, limits) => {
  expect(limitsFor(limit)).toEqual(limits)
})
