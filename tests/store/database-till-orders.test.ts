/** Random orders for the money of two desks, one of which is on PostgreSQL: see `till-orders.ts`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder, openStores } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import type { Place } from '../support/random-orders.ts'
import { firstTillFault } from '../support/till-orders.ts'

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
