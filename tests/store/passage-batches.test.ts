/** Tests of the batches in which scans are stored. */
import { expect, test } from 'vitest'
import type { Passage } from '#domain/gate/passage'
import type { PassageLog, ScanOrder } from '#domain/gate/passage-log'
import { Passages } from '../../server/store/shared/passages.ts'
import type { Store } from '../../server/store/shared/store.ts'
import { Tombstones } from '../../server/store/shared/tombstones.ts'
import { aReceivedScan } from '../support/passages.ts'

/** Opens passages whose log decides as given. */
function passagesWith(decide: (orders: readonly ScanOrder[]) => Passage[][]): Passages {
  const log = { decide: (orders: readonly ScanOrder[]) => ({ fresh: [], answers: decide(orders) }) }
  const store: Pick<Store, 'appendEntries'> = {
    appendEntries: async (decided) => decided(log as Partial<PassageLog> as PassageLog, new Tombstones([])),
  }
  return new Passages(store as Store)
}

const scansOf = (count: number) => Array.from({ length: count }, () => aReceivedScan())

test('scans that arrive together are stored together, and many of them in several batches, in their order', async () => {
  const sizes: number[][] = []
  const passages = passagesWith((orders) => {
    sizes.push(orders.map(({ scans }) => scans.length))
    return orders.map(({ scans }) => scans as unknown as Passage[])
  })
  const all = [1, 2, 3, 500, 400, 100, 1, 500, 700, 2].map(scansOf)
  const stored = await Promise.all(all.map((scans) => passages.record(scans, 'warn')))
  expect(stored).toEqual(all)
  expect(sizes).toEqual([[1, 2, 3], [500], [400, 100], [1], [500], [700], [2]])
})

test('a batch that cannot be stored fails alone', async () => {
  const passages = passagesWith(([order]) => {
    if (order?.scans.length === 400) throw new Error('disk')
    return [[]]
  })
  const results = await Promise.allSettled(
    [500, 400, 300].map((count) => passages.record(scansOf(count), 'warn')),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
