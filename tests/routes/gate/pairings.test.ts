/** Tests of the codes that pair phones with gates. */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { readPairingCode } from '#domain/api/addresses'
import { pairingTime } from '#domain/staff/accounts'
import { Pairings } from '../../../server/staff/pairings.ts'
import { hashOf } from '../../support/accounts.ts'
import { phone as device, laptop } from '../../support/requests.ts'
import { openApp, publicUrl, type TestServer } from '../../support/server.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const phone = { ...device, headers: { ...device.headers, 'user-agent': iPhone } }

async function openGates(gates: string[], options = {}): Promise<TestServer> {
  const server = await openApp(options)
  await server.stores.settings.change({ gate: { again: 'warn', gates } })
  return server
}

async function ask({ app }: TestServer, request: InjectOptions) {
  const { statusCode, body, cookies } = await app.inject(request)
  const named = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
  return { status: statusCode, body: body ? JSON.parse(body) : undefined, cookies: named }
}

/** Makes a code at the desk, and returns it with the answer. */
async function newCode(server: TestServer, gate: string) {
  const url = '/api/gate/pairings'
  const { status, body } = await ask(server, { ...laptop, method: 'POST', url, payload: { gate } })
  expect(status).toBe(201)
  const [made] = body.data
  return { ...made, code: readPairingCode(new URL(made.url).hash) ?? '' }
}

const pair = (server: TestServer, code: string, more: InjectOptions = {}) =>
  ask(server, { ...phone, method: 'POST', url: '/api/gate/pair', payload: { code }, ...more })

const follow = (server: TestServer, id: string) => ask(server, { ...laptop, url: `/api/gate/pairings/${id}` })

test('a phone becomes a gate by the code of the desk, once, without a password', async () => {
  const server = await openGates(['Norte', 'Puerta principal'])
  const { id, url, qr, code, expires } = await newCode(server, 'Norte')
  expect(url).toBe(`${publicUrl}/puerta#${code}`)
  expect(qr).toContain('<svg')
  expect(Math.abs(Date.parse(expires) - Date.now() - pairingTime)).toBeLessThan(30_000)
  expect((await follow(server, id)).body.data).toEqual([{ id, gate: 'Norte', expires }])

  // Opening the page, and asking for the address of the call, pairs nothing.
  expect((await server.app.inject({ ...phone, url: '/puerta' })).cookies).toEqual([])
  expect((await ask(server, { ...phone, url: '/api/gate/pair' })).status).toBe(404)
  expect((await follow(server, id)).body.data[0].user).toBeUndefined()

  const { status, body, cookies } = await pair(server, code)
  expect(status).toBe(200)
  expect(body.data[0]).toMatchObject({ user: 'Puerta Norte 1', role: 'puerta', gate: 'Norte', staff: false })
  expect((await follow(server, id)).body.data[0]).toMatchObject({
    user: 'Puerta Norte 1',
    device: 'iPhone, 192.168.1.77',
  })
  const session = { ...phone, cookies, url: '/api/session' }
  expect((await ask(server, session)).body.data[0]).toMatchObject({ user: 'Puerta Norte 1', gate: 'Norte' })
  expect((await ask(server, { ...session, url: '/api?list=all' })).status).toBe(403)

  const again = await pair(server, code)
  expect(again).toMatchObject({ status: 410, body: { error: expect.stringContaining('ya se usó') } })
  expect(again.cookies).toEqual({})
  const [stored] = (await ask(server, { ...laptop, url: '/api/accounts' })).body.data
  expect(stored).toMatchObject({ role: 'puerta', gate: 'Norte', device: 'iPhone, 192.168.1.77' })
  expect(Date.parse(stored.last_seen)).toBeGreaterThanOrEqual(Date.parse(stored.since) - 1)
  // Nobody can sign in with an account yet, so the laptop says that there is none.
  expect((await ask(server, { ...laptop, url: '/api/session' })).body.data[0].has_accounts).toBe(false)

  const quitar = `/api/accounts?user=${encodeURIComponent('Puerta Norte 1')}`
  expect((await ask(server, { ...laptop, method: 'DELETE', url: quitar })).status).toBe(204)
  expect((await ask(server, session)).body.data[0]).toMatchObject({ user: null, role: null, gate: null })
})

test('of two phones that use a code at once, one is paired', async () => {
  const server = await openGates(['Norte'])
  const { code } = await newCode(server, 'Norte')
  const answers = await Promise.all([pair(server, code), pair(server, code), pair(server, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect((await server.stores.accounts.list()).map(({ gate }) => gate)).toEqual(['Norte'])
})

test('a code of an unknown gate, a wrong, a cancelled and an expired code are refused in words', async () => {
  const server = await openGates(['Norte'])
  const url = '/api/gate/pairings'
  const unknown = await ask(server, { ...laptop, method: 'POST', url, payload: { gate: 'Sur' } })
  expect(unknown).toMatchObject({ status: 400, body: { error: expect.stringContaining('Sur') } })
  expect(await pair(server, 'x'.repeat(22))).toMatchObject({
    status: 404,
    body: { error: 'Ese código no es de este kiosco: pida otro en la mesa' },
  })
  const { id, code } = await newCode(server, 'Norte')
  expect((await ask(server, { ...laptop, method: 'DELETE', url: `${url}/${id}` })).status).toBe(204)
  const over = { status: 410, body: { error: 'Ese código ya no vale: pida otro en la mesa' } }
  expect(await pair(server, code)).toMatchObject(over)
  expect((await follow(server, id)).status).toBe(404)

  const { accounts, pairings } = server.stores
  const old = await new Pairings(pairings, accounts, undefined, () => Date.now() - pairingTime).create(
    'Norte',
  )
  expect(await pair(server, old.code)).toMatchObject(over)
  expect(await accounts.list()).toEqual([])
})

test('wrong codes are delayed like wrong codes of credentials', async () => {
  const waits: number[] = []
  const clock = { now: () => 0, wait: async (time: number) => void waits.push(time) }
  const server = await openGates(['Norte'], { clock })
  for (let count = 0; count < 21; count += 1) await pair(server, 'x'.repeat(22))
  expect(waits).toEqual([1000, 2000])
})

test('a phone that is paired again leaves its first gate, and one that signs out is no gate any more', async () => {
  const server = await openGates(['Norte', 'Sur'])
  await server.stores.accounts.put({ user: 'ana', password: hashOf('la clave de ana') })
  const users = async () => (await server.stores.accounts.list()).map(({ user }) => user).sort()
  const [first, other] = [await newCode(server, 'Norte'), await newCode(server, 'Norte')]
  const { cookies } = await pair(server, first.code)
  await pair(server, other.code)
  expect(await users()).toEqual(['Puerta Norte 1', 'Puerta Norte 2', 'ana'])
  const moved = await pair(server, (await newCode(server, 'Sur')).code, { cookies })
  expect(moved.body.data[0]).toMatchObject({ user: 'Puerta Sur 1', gate: 'Sur' })
  expect(await users()).toEqual(['Puerta Norte 2', 'Puerta Sur 1', 'ana'])
  const leaving = { ...phone, cookies: moved.cookies, method: 'DELETE', url: '/api/session' } as const
  expect((await ask(server, leaving)).status).toBe(204)
  expect(await users()).toEqual(['Puerta Norte 2', 'ana'])
})
