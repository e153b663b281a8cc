/** Tests of several requests in one connection. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { register } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { startTestServer } from '../../support/server.ts'

test('a request that follows a whole file at once, in the same connection, is answered', async () => {
  const { url } = await startTestServer()
  await register(url, aDraft(), await aPicture())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = (method: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...orderHeaders() }
      const sent = request(new URL(path, url), { method, agent, headers }, (answer: IncomingMessage) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode))
        answer.once('error', reject)
      })
      sent.once('error', reject)
      sent.end()
    })
  const statuses: (number | undefined)[] = []
  for (let round = 0; round < 20; round += 1)
    statuses.push(await ask('POST', '/api/backups'), await ask('GET', '/api/session'))
  expect(statuses).toEqual(statuses.map(() => 200))
})

test('a request that comes before the earlier answer waits for it, and a third one ends the connection', async () => {
  const { url, port } = await startTestServer()
  const id = await register(url, aDraft({ name: 'Ana' }))
  const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const answerTo = async (text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (data) => {
      received += data
      if (received.split('HTTP/1.1 200').length > 2) socket.end()
    })
    socket.on('error', () => {})
    await once(socket, 'close')
    return received
  }
  const list = asked('/api?list=all')
  const both = await answerTo(list + asked(`/api?list=${id}`))
  expect(both.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(both.match(/\\"Ana\\"/g)).toHaveLength(2)
  expect((await answerTo(list.repeat(3))).match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(0)
})

test('a request that is still arriving when the server is closed learns the address all the same', async () => {
  const { url, close } = await startTestServer({ publicUrl: undefined })
  const headers = { ...orderHeaders(), 'content-type': 'application/json', expect: '100-continue' }
  const sent = request(new URL('/api/reception', url), { method: 'PUT', headers, agent: false })
  const answered = once(sent, 'response')
  sent.flushHeaders()
  // The server has the head of the request.
  await once(sent, 'continue')
  const closed = close()
  await expect.poll(() => fetch(url).then(String, () => 'closed')).toBe('closed')
  // The server keeps the address for a second.
  const later = performance.now() + 2000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  sent.end(JSON.stringify({ is_open: true }))
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(200)
  await closed
})
