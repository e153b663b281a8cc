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

test.runIf(hasPostgres).each([11, 12, 14])(
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
    expect(firstDifference(ofFolder.map(comparable), ofDatabase.map(comparable))).toBeUndefined()
  },
)

/**
 * Returns a step without what today's database keeps in another way: it leaves gaps between the numbers of changes, and
 * stores a change in parts, so that the order of its riders, its empty lists and an empty change are lost.
 */
function comparable(step: string): string {
  return step
    .split('\n')
    .flatMap((line) => comparableLine(line) ?? [])
    .join('\n')
}

function comparableLine(line: string): string | undefined {
  if (line.startsWith('> ')) return undefined
  if (!line.startsWith('["change",')) return withoutNumbers(line)
  const [name, { change, ...logged }] = JSON.parse(line)
  const kept = Object.entries<unknown>(change).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return [[key, value]]
    return value.length > 0 ? [[key, value.map((one) => JSON.stringify(one)).sort()]] : []
  })
  const isEmpty = kept.every(([key]) => ['by', 'desk', 'file', 'importedAt'].includes(String(key)))
  return isEmpty ? undefined : withoutNumbers(JSON.stringify([name, logged, Object.fromEntries(kept)]))
}

function withoutNumbers(line: string): string {
  return line.replace(/"(change|number|undoes)":\d+/g, '"$1":0').replace(/(t[\d.]+) \d+"/g, '$1 0"')
}
