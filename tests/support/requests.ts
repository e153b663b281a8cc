/** Requests to a test server without a port: as its own pages send them, or as a device in the network does. */
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { Scan } from '#domain/gate/passage'
import type { PassageAnswer } from '#domain/gate/schemas'
import type { Account } from '../../server/store/documents/accounts.ts'
import { sentOrder } from './sent-orders.ts'
import { openApp, type TestServer } from './server.ts'
import { withVersion } from './versions.ts'

export const sameOrigin = { 'sec-fetch-site': 'same-origin' }
export const laptop = { headers: sameOrigin }
export const phone = {
  remoteAddress: '192.168.1.77',
  headers: { host: '192.168.1.20:4780', origin: 'http://192.168.1.20:4780' },
}

/** Sends a request as a page of the server does that was loaded just before. */
export async function write(
  { app }: Pick<TestServer, 'app'>,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const { headers, said } = sentOrder(url, await fresh(app, { method, url, body: payload }))
  return app.inject({ method, url, headers: { ...sameOrigin, ...headers }, payload: said })
}

/** Sends a request as a page of the server does, and returns the status and the JSON of the answer. */
export async function ask(
  { app }: Pick<TestServer, 'app'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  cookies = {},
) {
  const { headers, said } = sentOrder(url, await fresh(app, { method, url, body: payload }))
  const answer = await app.inject({
    ...{ method, url, cookies, payload: said },
    headers: { ...sameOrigin, ...headers },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Sends scans in one request, as a page of the server does, and returns the answers. */
export async function sendTogether(app: TestServer['app'], ...passages: Scan[]): Promise<PassageAnswer[]> {
  const response = await write({ app }, 'POST', '/api/passages', { passages })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

/** Returns the data of an answer, which must be no refusal. */
export async function dataOf({ app }: TestServer, request: InjectOptions | string) {
  const answer = await app.inject(request)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json().data
}

/** Returns the body of an edit with the version of now, unless it has one. */
export function fresh(app: TestServer['app'], edit: Parameters<typeof withVersion<object | undefined>>[1]) {
  return withVersion(async (url) => (await app.inject({ ...laptop, url })).json(), edit)
}

/** Adds an account, and returns the cookie of a session of it. */
export async function sessionOf({ stores }: Pick<TestServer, 'stores'>, account: Account) {
  await stores.accounts.put(account)
  return { pilotos_session: await stores.sessions.start(account) }
}

/** Stops a server, and opens another one on its folder. */
export async function restarted({ app, stores, folder }: TestServer): Promise<TestServer> {
  await app.close()
  await stores.close()
  return openApp({}, folder)
}
