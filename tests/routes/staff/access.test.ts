/** Tests of the permissions of the laptop, of a phone with a session and of a phone without. */
import { expect, test } from 'vitest'
import { hashOf } from '../../support/accounts.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { phone, sessionOf, write } from '../../support/requests.ts'
import { formRequest, openApp, publicUrl, registered, type TestServer } from '../../support/server.ts'
import { aSignal } from '../../support/signal.ts'

/** Opens a server with the account ana. */
async function openWithAccount(options = {}): Promise<TestServer> {
  const server = await openApp(options)
  await server.stores.accounts.put({ user: 'ana', password: hashOf('la clave de ana') })
  return server
}

const signIn = (user: unknown, password: unknown) =>
  ({ ...phone, method: 'POST', url: '/api/session', payload: { user, password } }) as const

test('a phone without a session reaches credentials, photos, QRs and pages, and nothing else', async () => {
  const { app } = await openWithAccount()
  const { id_driver, attachment } = await registered(app, aDraft(), await aPicture())
  const form = formRequest({ data_driver: aDraft() })
  const status = async (request: object) => (await app.inject({ ...phone, ...request } as never)).statusCode
  const qr = encodeURIComponent(`${publicUrl}/credencial/${id_driver}`)
  expect(await status({ url: `/api?list=${id_driver}` })).toBe(200)
  expect(await status({ url: `/files/${attachment}` })).toBe(200)
  expect(await status({ url: `/api?qr=${qr}` })).toBe(200)
  expect(await status({ url: `/credencial/${id_driver}` })).toBe(200)
  expect(await status({ url: '/api?list=all' })).toBe(401)
  expect(await status({ ...form, headers: { ...form.headers, ...phone.headers } })).toBe(401)
  expect((await app.inject('/api?list=all')).json().total).toBe(1)
})

test('a gate sees of a credential what the gate shows, and no list', async () => {
  const server = await openWithAccount()
  const { app } = server
  const { id_driver: id } = await registered(app, aDraft())
  const gate = { user: 'Puerta Norte 1', password: 'x', role: 'puerta', gate: 'Norte' } as const
  const cookies = await sessionOf(server, gate)
  const ask = (url: string) => app.inject({ ...phone, cookies, url })
  const [record] = (await ask(`/api?list=${id}`)).json().data
  expect(Object.keys(JSON.parse(record.data_driver)).sort()).toEqual(
    ['club', 'lastname', 'licencia', 'modalidad', 'name', 'nlicencia', 'npiloto', 'tiposangre'].sort(),
  )
  expect((await ask(`/credencial/${id}`)).body).not.toContain('fechanac')
  expect((await ask('/api/session')).json().data[0]).toMatchObject({
    user: 'Puerta Norte 1',
    role: 'puerta',
    gate: 'Norte',
    staff: false,
  })
  expect((await ask('/api?list=all')).statusCode).toBe(403)
})

test('the photo of a removed, replaced or revoked pilot is shown to staff only', async () => {
  const { app } = await openWithAccount()
  const post = (path: string) => write({ app }, 'POST', path)
  const { id_driver: id, attachment: first } = await registered(app, aDraft(), await aPicture())
  const statuses = async (photo: unknown) => {
    const url = `/files/${photo}`
    const [scan, laptop] = [await app.inject({ ...phone, url }), await app.inject(url)]
    expect([scan, laptop].map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
    return [scan.statusCode, laptop.statusCode]
  }
  expect(await statuses(first)).toEqual([200, 200])
  await write({ app }, 'DELETE', `/api/pilots/${id}`)
  expect(await statuses(first)).toEqual([404, 200])
  await post(`/api/pilots/${id}/undo-remove`)
  expect(await statuses(first)).toEqual([200, 200])

  const form = formRequest({ id_driver: id, data_driver: aDraft(), _img: await aPicture('png', 50, 50) })
  const [{ attachment: second }] = (await app.inject(form)).json().data
  expect(await statuses(first)).toEqual([404, 200])
  expect(await statuses(second)).toEqual([200, 200])

  const [revoked] = (await post(`/api/pilots/${id}/revoke`)).json().data
  expect(revoked.attachment).not.toBe(second)
  expect(await statuses(second)).toEqual([404, 200])
  expect(await statuses(revoked.attachment)).toEqual([200, 200])
  const [old, copied] = [
    await app.inject(`/files/${second}`),
    await app.inject(`/files/${revoked.attachment}`),
  ]
  expect(copied.rawPayload).toEqual(old.rawPayload)
})

test('a session gives a phone access to the list and the form, and Salir ends it', async () => {
  const { app } = await openWithAccount()
  const response = await app.inject(signIn('ana', 'la clave de ana'))
  expect(response.statusCode).toBe(200)
  expect(response.json().data[0]).toMatchObject({ user: 'ana', staff: true })
  const [cookie] = response.cookies
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 7 * 24 * 60 * 60 })

  const withCookie = { ...phone, cookies: { [String(cookie?.name)]: String(cookie?.value) } }
  expect((await app.inject({ ...withCookie, url: '/api?list=all' })).statusCode).toBe(200)
  expect((await app.inject({ ...withCookie, method: 'DELETE', url: '/api/session' })).statusCode).toBe(204)
  expect((await app.inject({ ...withCookie, url: '/api?list=all' })).statusCode).toBe(401)
})

test.each([
  ['ana', 'otra clave'],
  ['eva', 'la clave de ana'],
  ['', ''],
  [{ $ne: 1 }, null],
])('a failed sign-in as %j does not reveal if the user or the password was wrong', async (user, password) => {
  const { app } = await openWithAccount()
  const response = await app.inject(signIn(user, password))
  expect(response.statusCode).toBe(401)
  expect(response.json().fields).toEqual({ user: '*Usuario incorrecto', password: '*Contraseña incorrecta' })
  expect(response.cookies).toEqual([])
})

test('the laptop needs no session, unless --require-login asks for one', async () => {
  const open = await openApp()
  expect((await open.app.inject('/api?list=all')).statusCode).toBe(200)
  const closed = await openApp({ requireLogin: true })
  expect((await closed.app.inject('/api?list=all')).statusCode).toBe(401)
})

test.each([
  { remoteAddress: '192.168.1.77', headers: { host: 'localhost:4780' } },
  { remoteAddress: '127.0.0.1', headers: { host: '192.168.1.20:4780' } },
  { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4780', 'x-forwarded-for': '10.0.0.9' } },
  { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4780', 'x-forwarded-proto': 'http' } },
  { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4780', via: '1.1 proxy' } },
  { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4780', 'cf-connecting-ip': '10.0.0.9' } },
])('the request %j is not treated as one of the laptop', async (request) => {
  const { app } = await openApp()
  expect((await app.inject({ ...request, url: '/api?list=all' })).statusCode).toBe(401)
})

test('the session contains the data that the pages need', async () => {
  const { app } = await openApp({ countryCode: '51' })
  expect((await app.inject('/api/session')).json()).toEqual({
    data: [
      {
        user: null,
        role: 'admin',
        gate: null,
        staff: true,
        uses: [],
        has_accounts: false,
        public_url: publicUrl,
        secure_url: null,
        country: null,
        country_code: '51',
        event: '',
        brand: { name: '', colour: '#12355b', logo: null },
      },
    ],
  })
})

test('the calls of the terminal need the secret of the server, and must come from its machine', async () => {
  const { app } = await openApp()
  const payload = { part: 'pilots', method: 'list', args: [] }
  const call = (secret?: string, more: object = {}) => {
    const headers = secret ? { 'x-pilotos-secret': secret } : {}
    return app.inject({ method: 'POST', url: '/terminal', payload, headers, ...more })
  }
  expect((await call()).statusCode).toBe(403)
  expect((await call('otro')).statusCode).toBe(403)
  expect((await call('the secret of this kiosk')).json()).toEqual({ result: { pilots: [], total: 0 } })
  const { remoteAddress } = phone
  expect((await call('the secret of this kiosk', { remoteAddress })).statusCode).toBe(403)
})

test('a server that closes completes its pending request', async () => {
  const [started, hasStarted] = aSignal()
  const [held, goOn] = aSignal()
  const { app, stores } = await openApp()
  const register = stores.pilots.register.bind(stores.pilots)
  stores.pilots.register = async (...args) => {
    hasStarted()
    await held
    return register(...args)
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { headers, payload } = formRequest({ data_driver: aDraft() })
  const answer = fetch(`${url}/api`, {
    method: 'POST',
    headers: headers as never,
    body: new Uint8Array(payload as Buffer),
  })
  await started
  const closed = app.close()
  goOn()
  expect((await answer).status).toBe(201)
  await closed
  expect((await stores.pilots.list()).total).toBe(1)
})
