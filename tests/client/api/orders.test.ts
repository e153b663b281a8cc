/** Tests of the identifiers with which a page sends its orders. */
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '../../../client/api/call.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a press after a lost answer is the same order, until another order is answered', async () => {
  const keys: string[] = []
  const answers: (() => Response)[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    keys.push((headers as Record<string, string>)['idempotency-key'] ?? '')
    const answer = answers.shift()
    if (!answer) throw new TypeError('the network is lost')
    return answer()
  })
  const json = { headers: { 'content-type': 'application/json' } }
  const done = () => new Response('{"data":[]}', json)
  const cut = () =>
    new Response(
      new ReadableStream({ start: (part) => part.error(new TypeError('the network is lost')) }),
      json,
    )
  const failed = () => new Response('{"error":"ocupado"}', { ...json, status: 503 })
  const lend = (chip: string) =>
    call('POST /api/chips/return', { body: { event: 'primero', chip } }).catch(() => {})

  // Lost before and after its headers, and while the database was away: it is one order.
  await lend('7')
  answers.push(cut)
  await lend('7')
  answers.push(failed)
  await lend('7')
  answers.push(done)
  await lend('7')
  expect(new Set(keys).size).toBe(1)
  // Answered: the next one is another order.
  await lend('7')
  expect(keys[4]).not.toBe(keys[0])
  // It was lost, and another order, which was answered, may have taken back what it did.
  answers.push(done)
  await lend('8')
  await lend('7')
  expect(new Set(keys.slice(4)).size).toBe(3)
})
