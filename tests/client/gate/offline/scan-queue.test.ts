/** Tests of the scans that a gate keeps until the server has them. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { ScanQueue, ScanSender } from '../../../../client/gate/offline/scan-queue.ts'

test('a scan that the browser cannot take out of its queue is sent once in a round, and not for ever', async () => {
  const scan = { id: 'a', scanned: 'x', gate: 'Norte', direction: 'in', at: '2026-11-21T09:42:00.000Z' }
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('window', {})
  const fetched = vi.fn(async () => {
    if (fetched.mock.calls.length > 3) throw new TypeError('Failed to fetch')
    return Response.json({ data: [{ ...scan, result: 'pass' }] })
  })
  vi.stubGlobal('fetch', fetched)
  const full = () => {
    throw new Error('The disk is full')
  }
  const queue = new ScanQueue({ getAll: async () => [{ scan }], transaction: full } as never)
  const sender = new ScanSender(queue, { onAnswers() {}, onRejection() {} })
  expect(await sender.sendAll()).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
  // A timer would end in a rejection that nobody catches.
  expect(vi.getTimerCount()).toBe(0)
})
