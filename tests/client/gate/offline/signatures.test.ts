/** Tests of the signatures that a gate keeps until the server has them: which leave the queue, and how. */
import { beforeEach, expect, test, vi } from 'vitest'
import { SignatureQueue, SignatureSender } from '../../../../client/gate/offline/signatures.ts'

const signature = {
  ...{ id: 'ana text', pilot: 'ana', name: 'Ana Quispe', hash: 'text' },
  ...{ at: '2026-11-21T09:42:00.000Z', drawing: { strokes: 'M100 200l300 -80l300 140' } },
}

beforeEach(() => {
  vi.stubGlobal('window', {})
  return () => vi.unstubAllGlobals()
})

/** Opens a queue with a signature, for a server that answers with a status each time, or not at all (0). */
async function openQueue(...statuses: number[]) {
  const sent: object[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('Failed to fetch')
    const answer =
      status < 400 ? { data: [{}] } : { error: 'No se puede', fields: status === 422 && { a: 'Falta' } }
    return new Response(JSON.stringify(answer), { status })
  })
  const queue = new SignatureQueue(undefined)
  await queue.put(signature)
  const hooks = { onStored: vi.fn(), onRefusal: vi.fn() }
  return { queue, sent, hooks, sender: new SignatureSender(queue, hooks) }
}

test('a stored signature leaves the queue, and was sent with its time', async () => {
  const { queue, sent, hooks, sender } = await openQueue()
  expect(await sender.send(signature)).toBe(true)
  expect(await queue.list()).toEqual([])
  expect(hooks.onStored).toHaveBeenCalledOnce()
  const { hash, at, drawing } = signature
  expect(sent).toEqual([{ hash, ...drawing, offline: true, at }])
})

test.each([0, 401, 403, 500, 503])('status %i keeps it as it is, to be sent again', async (status) => {
  const { queue, sender } = await openQueue(status)
  await expect(sender.send(signature)).rejects.toMatchObject({ status })
  expect(await queue.list()).toEqual([signature])
})

test('without the text at the server it waits, and holds back nothing', async () => {
  const { queue, sender } = await openQueue(409)
  expect(await sender.send(signature)).toBe(false)
  expect(await sender.waiting()).toEqual([signature])
  expect(await queue.list()).toEqual([signature])
})

test.each([
  [404, 'No se puede'],
  [422, 'Falta'],
])('status %i removes the drawing, and keeps the name and the reason', async (status, refusal) => {
  const { queue, hooks, sender } = await openQueue(status)
  expect(await sender.send(signature)).toBe(false)
  expect(await queue.list()).toEqual([{ ...signature, drawing: undefined, refusal }])
  expect(await sender.waiting()).toEqual([])
  expect(hooks.onRefusal).toHaveBeenCalledOnce()
})

test('a person who waits learns that the text has changed, and one who gave up has signed the text that was read', async () => {
  const waited = await openQueue(409)
  const answer = waited.sender.awaited.wait(signature.id, () => {})
  const refused = expect(answer).rejects.toMatchObject({ status: 409 })
  await waited.sender.send(signature)
  await refused
  expect(await waited.queue.list()).toEqual([])
  expect(waited.sent).toEqual([{ hash: 'text', ...signature.drawing }])

  const late = await openQueue(409, 200)
  const given = late.sender.awaited.wait(signature.id, () => {})
  const sending = late.sender.send(signature)
  late.sender.awaited.giveUp()
  expect(await given).toBeUndefined()
  expect(await sending).toBe(true)
  expect(late.sent.map((body) => 'offline' in body)).toEqual([false, true])
})
