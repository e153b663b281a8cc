/** Tests of a server behind a proxy: no request counts as the laptop's, and only a trusted proxy's headers count. */
import { describe, expect, test } from 'vitest'
import { publicAddress } from '../../../server/network/public-address.ts'
import { openStores } from '../../../server/store/open.ts'
import { hashOf } from '../../support/accounts.ts'
import { pilotos, serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { reverseProxy } from '../../support/reverse-proxy.ts'
import { formRequest, openApp, startTestServer } from '../../support/server.ts'

describe('a server behind a plain proxy requires a sign-in for the list and the form', () => {
  test.each([
    { publicUrl: 'https://credenciales.federacion.pe' },
    { publicUrl: 'http://credenciales.federacion.pe' },
    { trustProxy: ['127.0.0.1'] },
  ])('with %j', async (options) => {
    const server = await startTestServer(options)
    const proxy = await reverseProxy(server.port)
    const form = formRequest({ data_driver: '{}' })
    const write = { method: 'POST', headers: form.headers as never, body: form.payload as never }
    expect((await fetch(`${proxy}/api?list=all`)).status).toBe(401)
    expect((await fetch(`${proxy}/api`, write)).status).toBe(401)
    expect((await fetch(`${server.url}/api?list=all`)).status).toBe(401)
    expect((await fetch(`${proxy}/login`)).status).toBe(200)

    const stores = await openStores(server.folder)
    await stores.accounts.put({ user: 'ana', password: hashOf('la clave de ana') })
    const answer = await fetch(`${proxy}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ user: 'ana', password: 'la clave de ana' }),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    const cookies = { cookie: cookie.split(';')[0] ?? '' }
    expect((await fetch(`${proxy}/api?list=all`, { headers: cookies })).status).toBe(200)
  })

  test('with a forwarding header alone', async () => {
    const server = await startTestServer()
    const proxy = await reverseProxy(server.port, { 'x-forwarded-for': '203.0.113.7' })
    expect((await fetch(`${server.url}/api?list=all`)).status).toBe(200)
    expect((await fetch(`${proxy}/api?list=all`)).status).toBe(401)
  })
})

describe('the cookies of a sign-in are Secure', () => {
  const https = publicAddress({ publicUrl: 'https://credenciales.federacion.pe', port: 4780 })

  /** Signs in with these headers and returns, for each cookie, true if it is Secure. */
  async function areSecure(options: object, headers: object, remoteAddress = '127.0.0.1') {
    const { app, stores } = await openApp(options)
    await stores.accounts.put({ user: 'ana', password: hashOf('la clave de ana') })
    const { cookies } = await app.inject({
      method: 'POST',
      url: '/api/session',
      remoteAddress,
      headers: { host: '127.0.0.1:4780', 'sec-fetch-site': 'same-origin', ...headers },
      payload: { user: 'ana', password: 'la clave de ana' },
    })
    return cookies.map(({ secure }) => secure === true)
  }

  test('if the public URL is https, but not for a page that is opened over plain http without the proxy', async () => {
    expect(await areSecure({ address: https }, {})).toEqual([true, true])
    const throughProxy = { origin: 'https://credenciales.federacion.pe' }
    expect(await areSecure({ address: https }, throughProxy)).toEqual([true, true])
    expect(await areSecure({ address: https }, { origin: 'http://credenciales.federacion.pe' })).toEqual([
      true,
      true,
    ])
    expect(await areSecure({ address: https }, { origin: 'http://127.0.0.1:4780' })).toEqual([false, false])
    expect(await areSecure({}, {})).toEqual([false, false])
  })

  test('if a trusted proxy reports https, and not if another client does', async () => {
    const trusting = { trustProxy: ['127.0.0.1'] }
    const said = { 'x-forwarded-proto': 'https' }
    expect(await areSecure(trusting, said)).toEqual([true, true])
    expect(await areSecure(trusting, said, '192.168.1.77')).toEqual([false, false])
    expect(await areSecure({}, said)).toEqual([false, false])
  })
})

describe('X-Forwarded-*', () => {
  test('identifies the client behind a trusted proxy, so that failed sign-ins are counted per client', async () => {
    const { app } = await openApp({ trustProxy: ['10.0.0.0/8'] })
    const fail = (client: string, remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/api/session',
        remoteAddress,
        headers: { host: '127.0.0.1', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': client },
        payload: { user: 'ana', password: '' },
      })
    for (let count = 0; count < 5; count += 1) await fail('203.0.113.7', '10.0.0.9')
    expect((await fail('203.0.113.7', '10.0.0.9')).statusCode).toBe(429)
    expect((await fail('203.0.113.8', '10.0.0.9')).statusCode).toBe(401)
    // The proxy appends the address that it sees to the text that the client has sent.
    expect((await fail('203.0.113.99, 203.0.113.7', '10.0.0.9')).statusCode).toBe(429)

    for (let count = 0; count < 5; count += 1) await fail(`203.0.113.${count}`, '192.168.1.77')
    expect((await fail('203.0.113.100', '192.168.1.77')).statusCode).toBe(429)
  })

  test('replaces the Host only if it comes from a trusted proxy', async () => {
    const { app } = await openApp({ trustProxy: ['10.0.0.9'] })
    const status = async (remoteAddress: string, host: string, forwarded: string) =>
      (await app.inject({ url: '/login', remoteAddress, headers: { host, 'x-forwarded-host': forwarded } }))
        .statusCode
    expect(await status('192.168.1.77', 'evil.example', '192.168.1.20')).toBe(403)
    expect(await status('192.168.1.77', '192.168.1.20', 'evil.example')).toBe(200)
    expect(await status('10.0.0.9', '127.0.0.1', 'evil.example')).toBe(403)
    expect(await status('10.0.0.9', 'upstream', '192.168.1.20')).toBe(200)
  })
})

test('pilotos serve prints why the laptop has to sign in, and how', async () => {
  const data = await aFolder()
  const first = await serve(['--data', data, '--public-url', 'https://credenciales.federacion.pe'])
  expect(first.output).toContain('Atención: también en esta laptop hay que iniciar sesión')
  expect(first.output).toContain('https://credenciales.federacion.pe, es https')
  expect(first.output).toContain('pilotos staff add USUARIO')
  expect(first.output).not.toContain('sin contraseña')
  const added = await pilotos(['staff', 'add', 'ana', '--data', data], {
    env: { PILOTOS_PASSWORD: 'la clave de ana' },
  })
  expect(added.code).toBe(0)
  await first.stop()
  const second = await serve([
    '--data',
    data,
    '--trust-proxy',
    '127.0.0.1, ::1',
    '--trust-proxy',
    '10.0.0.0/8',
  ])
  expect(second.output).toContain('--trust-proxy dice que hay un proxy delante')
  expect(second.output).toContain('Esta laptop: lo que permite el rol de su cuenta (hay 1)')
  expect((await fetch(`${second.url}/api?list=all`)).status).toBe(401)
})
