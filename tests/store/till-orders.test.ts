/** Random orders for the money of two desks on folders: see `till-orders.ts`. */
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { aPlace } from '../support/random-orders.ts'
import { firstTillFault, receiptsBeside } from '../support/till-orders.ts'

const first = Number(process.env.PILOTOS_TEST_SEED ?? 1)
const seeds = Array.from(
  { length: Number(process.env.PILOTOS_TEST_ROUNDS ?? 6) },
  (_, index) => first + index,
)

test.each(seeds)(
  'cents never appear or vanish, and receipts have no gaps, whatever two desks do (seed %i)',
  async (seed) => {
    expect(await firstTillFault(await aPlace(), await aPlace(), seed, 120)).toBeUndefined()
  },
)

test.each([
  ['erasure', ['A-0001', 'A-0002', 'A-0003']],
  ['restore', ['A-0001', 'A-0003']],
] as const)(
  'no payment beside the %s has the number of a receipt that it takes away',
  async (loss, names) => {
    const stores = await openFolder(await aFolder())
    onTestFinished(() => stores.close())
    expect(await receiptsBeside(loss, stores, await aFolder())).toEqual(names)
  },
)
