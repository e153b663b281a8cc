/** Random orders to PostgreSQL, whose answers are those of a data folder with the same orders. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStores } from '../../server/store/open.ts'
import { stopClock } from '../support/clock.ts'
import { aFolder } from '../support/folder.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import { ordersOf, type Place } from '../support/random-orders.ts'
import { firstDifference, transcriptOf } from '../support/store-answers.ts'

async function placeOf(data: string): Promise<Place> {
  const backups = join(await aFolder(), 'backups')
  await mkdir(backups)
  return { open: () => openStores(data), backups }
}

test.runIf(hasPostgres).each([12, 20, 22])(
  'random orders get the answers of a folder (seed %i)',
  async (seed) => {
    const [orders = []] = fc.sample(ordersOf(100), { seed, numRuns: 1 })
    stopClock()
    const ofFolder = await transcriptOf(
      await placeOf(await aFolder()),
      await placeOf(await aFolder()),
      orders,
    )
    stopClock()
    const database = await sharedPostgres().databaseWithTables()
    const ofDatabase = await transcriptOf(await placeOf(database), await placeOf(await aFolder()), orders)
    expect(firstDifference(ofFolder, ofDatabase)).toBeUndefined()
  },
)
