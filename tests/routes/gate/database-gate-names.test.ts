/** Tests that a renamed gate keeps its phones, and the scans of pages that do not know the name yet. */
import { describe, expect, test } from 'vitest'
import { readPairingCode } from '#domain/api/addresses'
import { openStores } from '../../../server/store/open.ts'
import type { OpenStores } from '../../../server/store/shared/stores.ts'
import { aScan } from '../../support/passages.ts'
import { places } from '../../support/places.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { startTestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'

/** Makes a request count as that of a phone. */
const asPhone = ['x-forwarded-for', '192.168.1.77'] as const

/** Sends JSON from the laptop, or from a device with a session. */
async function send(url: string, method: string, path: string, body?: object, cookie = '') {
  const headers = new Headers({ 'content-type': 'application/json', ...orderHeaders() })
  if (cookie) for (const [name, value] of [['cookie', cookie], asPhone] as const) headers.set(name, value)
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { data, error } = (await response.json()) as { data: Record<string, unknown>[]; error?: string }
  return { status: response.status, error, data: data?.[0], cookies: response.headers.getSetCookie() }
}

/** Makes a code for a gate. */
async function codeFor(url: string, gate: string): Promise<string> {
  const { data } = await send(url, 'POST', '/api/gate/pairings', { gate })
  return readPairingCode(new URL(String(data?.url)).hash) ?? ''
}

/** Pairs a phone, and returns its cookie. */
async function pair(url: string, code: string): Promise<string> {
  const { cookies } = await send(url, 'POST', '/api/gate/pair', { code })
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

describe.each(places)('on %s', (_, newPlace) => {
  test('a renamed gate keeps its phones, its codes and the scans that still name it as before', async () => {
    const folder = await newPlace()
    const { url } = await startTestServer({ folder })
    await send(url, 'PUT', '/api/settings', { gate: { gates: ['Norte', 'Sur'] } })
    const phone = await pair(url, await codeFor(url, 'Norte'))
    const other = await pair(url, await codeFor(url, 'Sur'))
    const code = await codeFor(url, 'Norte')
    const early = aScan({ scanned: 'uno' })
    await send(url, 'POST', '/api/passages', { passages: [early] })
    const changes = await followEvents(url, 'change')

    const renamed = [{ from: 'Norte', to: 'Boxes' }]
    const answer = await send(url, 'PUT', '/api/settings', { gate: { gates: ['Boxes', 'Sur'], renamed } })
    expect(answer.data?.gate).toEqual({ again: 'warn', gates: ['Boxes', 'Sur'] })
    await expect.poll(() => changes).toHaveLength(1)
    const gateOf = async (cookie: string) => (await send(url, 'GET', '/api/session', undefined, cookie)).data
    expect(await gateOf(phone)).toMatchObject({ user: 'Puerta Norte 1', role: 'puerta', gate: 'Boxes' })
    expect(await gateOf(other)).toMatchObject({ gate: 'Sur' })
    expect(await gateOf(await pair(url, code))).toMatchObject({ user: 'Puerta Boxes 1', gate: 'Boxes' })
    const { data: roster } = await send(url, 'GET', '/api/gate/roster', undefined, phone)
    expect(roster).toMatchObject({ gates: ['Boxes', 'Sur'], renamed })

    // The queue of a device that was away, and a page that was opened before.
    const passages = [aScan({ scanned: 'dos', offline: true }), aScan({ scanned: 'tres' }), early]
    expect((await send(url, 'POST', '/api/passages', { passages })).status).toBe(200)
    const stores: OpenStores = await openStores(folder)
    const log = (await stores.passages.list()).passages
    expect(log.map(({ scanned, gate }) => `${scanned} ${gate}`)).toEqual([
      'tres Boxes',
      'dos Boxes',
      'uno Norte',
    ])

    // Another gate may have the name now.
    await send(url, 'PUT', '/api/settings', { gate: { gates: ['Boxes', 'Sur', 'Norte'] } })
    await send(url, 'POST', '/api/passages', { passages: [aScan()] })
    expect((await stores.passages.list({ perPage: 1 })).passages).toMatchObject([{ gate: 'Norte' }])
    expect(await gateOf(phone)).toMatchObject({ gate: 'Boxes' })
    await stores.close()
  })
})

test('a rename that does not fit is refused, and nothing changes', async () => {
  const { url, folder } = await startTestServer()
  await pair(url, await codeFor(url, 'Puerta principal'))
  const change = (gate: object) => send(url, 'PUT', '/api/settings', { gate })
  const unknown = await change({ gates: ['Norte'], renamed: [{ from: 'Este', to: 'Norte' }] })
  expect([unknown.status, unknown.error]).toEqual([400, 'No hay una puerta Este que cambie de nombre'])
  for (const renamed of ['x', [{ from: 'Puerta principal' }], [{ from: 'Puerta principal', to: 'Sur' }]])
    expect((await change({ gates: ['Norte'], renamed })).status).toBe(400)
  const stores = await openStores(folder)
  expect((await stores.accounts.list()).map(({ gate }) => gate)).toEqual(['Puerta principal'])
  expect((await stores.settings.read()).gate).toBeUndefined()
})
