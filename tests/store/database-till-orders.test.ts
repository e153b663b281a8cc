/** Random orders for the money of two desks, one of which is on PostgreSQL: see `till-orders.ts`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder, openStores } from '../../server/store/open.ts'
import { openDatabase } from '../../server/store/postgres/database-stores.ts'
import { aFolder } from '../support/folder.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import type { Place } from '../support/random-orders.ts'
import { firstTillFault, receiptsBeside } from '../support/till-orders.ts'

async function aPlace(database?: string): Promise<Place> {
  const folder = await aFolder()
  const backups = join(folder, 'backups')
  await mkdir(backups)
  return { open: () => (database ? openStores(database) : openFolder(folder)), backups }
}

test.runIf(hasPostgres).each([3, 15, 1046])(
  'cents never appear or vanish, and receipts have no gaps, on PostgreSQL (seed %i)',
  async (seed) => {
    const database = await sharedPostgres().databaseWithTables()
    expect(await firstTillFault(await aPlace(database), await aPlace(), seed, 120)).toBeUndefined()
  },
)

test.runIf(hasPostgres).each([
  ['erasure', ['A-0001', 'A-0002', 'A-0003']],
  ['restore', ['A-0001', 'A-0003']],
] as const)(
  'no payment at a second kiosk beside the %s has the number of a receipt that it takes away',
  async (loss, names) => {
    const database = await sharedPostgres().databaseWithTables()
    const [one, other] = [await openDatabase(database), await openDatabase(database)]
    onTestFinished(async () => {
      for (const stores of [one, other]) await stores.close()
    })
    expect(await receiptsBeside(loss, one, await aFolder(), other)).toEqual(names)
  },
)
