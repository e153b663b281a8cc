/**
 * Tests of the server's descriptors: broken connections return them, and a server without a free one answers with an
 * error and recovers once it has some again.
 */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serve } from '../support/command.ts'
import { openDescriptors, takeDescriptors } from '../support/descriptors.ts'
import { aFolder } from '../support/folder.ts'
import { canLimit } from '../support/machine.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { formRequest } from '../support/server.ts'

interface Request {
  method?: string
  path: string
  headers?: object
  body?: Buffer | string
}

interface Answer {
  status?: number
  body: string
}

/** Returns a function that sends requests over one keep-alive connection. */
function connectionTo(port: number): (request: Request) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ body: sent, headers, ...options }) =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          headers: { 'sec-fetch-site': 'same-origin', ...headers },
          ...options,
        },
        async (response) => {
          let body = ''
          for await (const part of response.setEncoding('latin1')) body += part
          resolve({ status: response.statusCode, body })
        },
      )
      asked.on('error', reject)
      asked.end(sent)
    })
}

test.skipIf(!canLimit())(
  'a module that failed to load for lack of descriptors is loaded again by a later request',
  async () => {
    const { port, pid } = await serve(['--data', await aFolder()])
    const ask = connectionTo(port)
    const register = async (picture?: Buffer) => {
      const { headers, payload } = formRequest({ data_driver: aDraft(), ...(picture && { _img: picture }) })
      return ask({ method: 'POST', path: '/api', headers: headers as object, body: payload as Buffer })
    }
    const picture = await aPicture()
    const loading: Record<string, () => Promise<Answer>> = {
      'a photo': () => register(picture),
      'a book of Excel': () => ask({ path: '/api/export?format=xlsx' }),
    }
    expect(await register()).toMatchObject({ status: 201 })

    const giveBack = takeDescriptors(pid)
    for (const [name, load] of Object.entries(loading)) {
      const { status, body } = await load()
      expect([status, Buffer.from(body, 'latin1').toString()], name).toEqual([
        500,
        '{"error":"Hay demasiados archivos o conexiones abiertos a la vez: espere un momento y repita"}',
      ])
    }
    giveBack()
    for (const [name, load] of Object.entries(loading))
      expect((await load()).status, name).toBe(name === 'a photo' ? 201 : 200)
  },
)

test.skipIf(!canLimit())('connections that break during an answer leave no file open', async () => {
  const { port, pid, url } = await serve(['--data', await aFolder()])
  const page = await (await fetch(`${url}/form`)).text()
  const [, asset] = /src="(\/assets\/[^"]+)"/.exec(page) ?? []
  const atRest = openDescriptors(pid).length
  const asked = `GET ${asset} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(50)
  const flood = Array.from(
    { length: 10 },
    () =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(asked))
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        // The first bytes of an answer have arrived, and others follow.
        socket.once('data', () => socket.destroy())
      }),
  )
  await Promise.all(flood)
  expect((await fetch(`${url}/api/session`)).status).toBe(200)
  await expect.poll(() => openDescriptors(pid).length, { timeout: 10_000 }).toBeLessThan(atRest + 10)
})
