/** Tests of the batches in which scans are stored. */
import { expect, test } from 'vitest'
import type { Passage } from '#domain/gate/passage'
import { ScanBatches } from '../../server/store/shared/scan-batches.ts'
import { aJudgedScan } from '../support/passages.ts'

const scansOf = (count: number) => Array.from({ length: count }, () => aJudgedScan())

test('scans that arrive together are stored together, and many of them in several batches, in their order', async () => {
  const sizes: number[][] = []
  const batches = new ScanBatches(async (orders) => {
    sizes.push(orders.map(({ scans }) => scans.length))
    return orders.map(({ scans }) => scans as unknown as Passage[])
  })
  const all = [1, 2, 3, 500, 400, 100, 1, 500, 700, 2].map(scansOf)
  const stored = await Promise.all(all.map((scans) => batches.add(scans, 'warn')))
  expect(stored).toEqual(all)
  expect(sizes).toEqual([[1, 2, 3], [500], [400, 100], [1], [500], [700], [2]])
})

test('a batch that cannot be stored fails alone', async () => {
  const batches = new ScanBatches(async ([order]) => {
    if (order?.scans.length === 400) throw new Error('disk')
    return [[]]
  })
  const results = await Promise.allSettled(
    [500, 400, 300].map((count) => batches.add(scansOf(count), 'warn')),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
