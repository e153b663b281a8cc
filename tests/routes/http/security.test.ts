/** Tests of the protection against attacks. Each test fails if the guard against its attack is removed. */

import { type AddressInfo, connect } from 'node:net'
import { hostname } from 'node:os'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { UnavailableError } from '#domain/errors'
import { requiredNames } from '#domain/pilots/fields'
import { checkDraft, saysNone } from '#domain/pilots/pilot'
import { addDays, today } from '#domain/text/date'
import { enteredText } from '#domain/text/names'
import { wellFormed } from '#domain/text/text'
import { quickChecks, quickHash } from '../../support/accounts.ts'
import { freeFields, naughtyStrings } from '../../support/naughty-strings.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { formRequest, openApp, publicUrl, registered, startTestServer } from '../../support/server.ts'

const lan = { remoteAddress: '192.168.1.77', headers: { host: '192.168.1.20:4780' } }

/** Opens a server with the account ana, to which `signIn` signs in from the network. */
async function openWithAccount() {
  const server = await openApp({ passwordChecks: quickChecks() })
  await server.stores.accounts.put({ user: 'ana', password: quickHash('la clave de ana') })
  const signIn = (password = 'la clave de ana', user = 'ana', remoteAddress = lan.remoteAddress) =>
    server.app.inject({
      method: 'POST',
      url: '/api/session',
      payload: { user, password },
      remoteAddress,
      headers: { host: '192.168.1.20', origin: 'http://192.168.1.20' },
    })
  return { app: server.app, stores: server.stores, signIn }
}

describe('a request with the Host', () => {
  test('of this machine or of the public URL is answered, and any other is refused', async () => {
    const { app } = await openApp()
    const statuses: Record<string, number> = Object.fromEntries([
      ['localhost:4780', 200],
      ['127.0.0.1:4780', 200],
      ['[::1]:4780', 200],
      ['192.168.1.20:4780', 200],
      ['192.168.1.20', 200],
      [`${hostname()}:4780`, 200],
      [`${hostname().toUpperCase()}:4780`, 200],
      ['evil.example', 403],
      ['evil.example:4780', 403],
      ['localhost.evil.example', 403],
      ['192.168.1.20.evil.example', 403],
      ['localhost.', 200],
      ['@@@', 403],
    ])
    for (const [host, status] of Object.entries(statuses)) {
      const { statusCode } = await app.inject({ url: '/login', headers: { host } })
      expect([host, statusCode]).toEqual([host, status])
    }
  })

  test('of the configured public URL is accepted', async () => {
    const { publicAddress } = await import('../../../server/network/public-address.ts')
    const { app } = await openApp({
      address: publicAddress({ publicUrl: 'http://kiosco.club:4780', port: 4780 }),
    })
    expect((await app.inject({ url: '/login', headers: { host: 'kiosco.club:4780' } })).statusCode).toBe(200)
  })
})

describe('a write', () => {
  const answers: [Record<string, string>, number][] = [
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' }, 403],
    [{ origin: 'http://localhost' }, 201],
    [{ origin: publicUrl }, 201],
    [{ origin: 'http://localhost:4780' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://localhost' }, 403],
    [{ origin: 'http://x@localhost' }, 403],
    [{ origin: 'http://[' }, 403],
    [{}, 403],
    [{ 'x-pilotos-secret': 'the secret of this kiosk' }, 201],
    [{ 'x-pilotos-secret': 'another' }, 403],
  ]

  test('of this site is accepted, or with the secret of the server, and of another site is refused', async () => {
    const { app } = await openApp()
    for (const [headers, status] of answers) {
      const form = formRequest({ data_driver: aDraft() })
      const { 'sec-fetch-site': _site, ...rest } = form.headers as Record<string, string>
      const { statusCode } = await app.inject({ ...form, headers: { ...rest, ...headers } })
      expect([headers, statusCode]).toEqual([headers, status])
    }
    const others = ['POST /api/backups', 'POST /api/pictures', 'PUT /api/settings', 'DELETE /api/accounts']
    for (const [method, url] of others.map((key) => key.split(' ') as ['POST', string])) {
      const { statusCode } = await app.inject({ method, url, headers: { 'sec-fetch-site': 'cross-site' } })
      expect([url, statusCode]).toEqual([url, 403])
    }
  })

  test('from a LAN address needs the origin of that address', async () => {
    const { app } = await openApp()
    const post = (origin: string) =>
      app.inject({
        method: 'POST',
        url: '/api/session',
        payload: {},
        ...lan,
        headers: { ...lan.headers, origin },
      })
    expect((await post('http://192.168.1.20:4780')).statusCode).toBe(401)
    expect((await post('http://localhost:4780')).statusCode).toBe(403)
  })

  test('is never allowed for another site by CORS', async () => {
    const { app } = await openApp()
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const responses = [
      await app.inject({ method: 'OPTIONS', url: '/api', headers }),
      await app.inject({ url: '/api?list=all', headers }),
    ]
    for (const { headers: answer } of responses) {
      expect(Object.keys(answer).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe("a read that another site's page asks for", () => {
  async function statuses(site: string, paths: (record: { id: string; photo: string }) => string[]) {
    const { app } = await openApp()
    const { id_driver: id, attachment } = await registered(app, aDraft(), await aPicture())
    return Promise.all(
      paths({ id, photo: String(attachment) }).map(async (path) => {
        const [method, url] = path.startsWith('HEAD ')
          ? (['HEAD', path.slice(5)] as const)
          : (['GET', path] as const)
        const { statusCode } = await app.inject({ method, url, headers: { 'sec-fetch-site': site } })
        return `${statusCode} ${path.replace(id, 'ID').replace(String(attachment), 'PHOTO')}`
      }),
    )
  }
  const qr = `/api?qr=${encodeURIComponent(`${publicUrl}/credencial/`)}`

  test.each(['cross-site', 'same-site'])('is refused in the API with Sec-Fetch-Site %s', async (site) => {
    const found = await statuses(site, ({ id }) => [
      '/api?list=all',
      '/api/?list=all',
      '/%61pi?list=all&search=a',
      'HEAD /api?list=all',
      '/api/export?format=xlsx',
      '/api/count',
      '/api/clubs',
      '/api/duplicates?dni=1',
      '/api/changes',
      '/api/backups',
      '/api/accounts',
      '/api/print',
      `/api/pilots/${id}/history`,
    ])
    for (const one of found) expect(one).toMatch(/^403 /)
  })

  test('is answered for the pages and calls that a QR or a link leads to', async () => {
    const paths = ({ id, photo }: { id: string; photo: string }) => [
      '/',
      `/credencial/${id}`,
      '/search?search=ana',
      `/files/${photo}`,
      `/api?list=${id}`,
      `${qr}${id}`,
      '/api/session',
    ]
    for (const one of await statuses('cross-site', paths)) expect(one).toMatch(/^200 /)
  })

  test.each(['same-origin', 'none'])('is not assumed with Sec-Fetch-Site %s', async (site) => {
    const paths = () => ['/api?list=all', '/api/export?format=csv', '/api/count', '/api/print']
    for (const one of await statuses(site, paths)) expect(one).toMatch(/^200 /)
  })
})

test.each([
  'pilotos_session=%E0%A4%A',
  'pilotos_session=;;=;',
  '\u00ff=\u0001',
  `pilotos_session=${'x'.repeat(5000)}`,
])('a request with the malformed cookie %j is answered with 401', async (cookie) => {
  const { app } = await openApp()
  const headers = { ...lan.headers, cookie }
  expect((await app.inject({ ...lan, url: '/api?list=all', headers })).statusCode).toBe(401)
})

describe('every answer', () => {
  test('forbids foreign scripts, frames and leaks, and never requires https', async () => {
    const { app } = await openApp()
    const { id_driver, attachment } = await registered(app, aDraft(), await aPicture())
    const { body } = await app.inject('/')
    const asset = /src="(\/assets\/[^"]+)"/.exec(body)?.[1] ?? ''
    const urls = [
      '/',
      '/login',
      `/credencial/${id_driver}`,
      '/404',
      `/files/${attachment}`,
      '/api?list=all',
      '/api',
      '/form/%E0%A4%A',
      asset,
    ]
    for (const url of urls) {
      const { headers } = await app.inject({ ...lan, url })
      const policy = String(headers['content-security-policy'])
      expect(policy, url).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:|upgrade/)
      expect(policy).toContain("frame-ancestors 'none'")
      // A browser ignores the second of two directives with one name, and reports it on every page.
      const names = policy.split('; ').map((directive) => directive.split(' ')[0])
      expect(new Set(names).size, url).toBe(names.length)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  test('with personal data is not cached, and no credential is indexed', async () => {
    const { app } = await openApp()
    const { id_driver, attachment } = await registered(app, aDraft(), await aPicture())
    for (const url of [`/api?list=${id_driver}`, '/api?list=all', `/files/${attachment}`, '/api/session']) {
      expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
    }
    expect((await app.inject(`/credencial/${id_driver}`)).headers['x-robots-tag']).toContain('noindex')
  })
})

describe('a photo', () => {
  test('loses its metadata and is rotated upright', async () => {
    const { app } = await openApp()
    const picture = await sharp(await aPicture('jpeg', 400, 200))
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } },
      })
      .toBuffer()
    expect((await sharp(picture).metadata()).exif).toBeDefined()
    const { attachment } = await registered(app, aDraft(), picture)
    const stored = (await app.inject(`/files/${attachment}`)).rawPayload
    const { exif, icc, xmp, orientation, width, height } = await sharp(stored).metadata()
    expect({ exif, icc, xmp, orientation, width, height }).toEqual({ width: 200, height: 400 })
    expect(stored.includes('secret')).toBe(false)
  })

  test('of more than 40 megapixels is refused, even if it has few bytes', async () => {
    const { app } = await openApp()
    const form = formRequest({ data_driver: aDraft(), _img: await aPicture('png', 8000, 5001) })
    const response = await app.inject(form)
    expect([response.statusCode, response.json().fields]).toEqual([
      422,
      { _img: 'La foto tiene más de 40 megapíxeles: elija una más pequeña' },
    ])
  })

  test('request cannot reach another file', async () => {
    const { app } = await openApp()
    await registered(app)
    for (const url of [
      '/files/..%2fpilots.json',
      '/files/%2e%2e/pilots.json',
      '/files/..%5cpilots.json',
      '/files/....//pilots.json',
      '/files/%2e%2e%2faccounts.json',
      '/files/0123456789AB.jpg%00.png',
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/index.html',
    ]) {
      const response = await app.inject(url)
      expect([400, 403, 404], url).toContain(response.statusCode)
      expect(response.body, url).not.toMatch(/"(pilots|accounts|scripts)"/)
    }
  })
})

describe('too many', () => {
  test('wrong sign-ins of a user from an address must wait, longer each time, and the answer contains the seconds', async () => {
    const { signIn } = await openWithAccount()
    for (let count = 0; count < 4; count += 1) expect((await signIn('no')).statusCode).toBe(401)
    const fifth = await signIn('no')
    expect([fifth.statusCode, fifth.headers['retry-after'], fifth.json().error]).toEqual([
      429,
      '30',
      'Demasiados intentos: espere 30 segundos y pruebe otra vez',
    ])
    expect((await signIn()).statusCode).toBe(429)
    expect((await signIn('la clave de ana', 'ana', '192.168.1.78')).statusCode).toBe(200)
    expect((await signIn('no', 'eva')).statusCode).toBe(401)
  })

  test('sign-ins that fail because the accounts are unavailable do not count', async () => {
    const { stores, signIn } = await openWithAccount()
    const away = vi.spyOn(stores.accounts, 'list').mockRejectedValue(new UnavailableError())
    for (let count = 0; count < 6; count += 1) expect((await signIn()).statusCode).toBe(503)
    away.mockRestore()
    expect((await signIn()).statusCode).toBe(200)
  })

  test('simultaneous wrong sign-ins count like others', async () => {
    const { signIn } = await openWithAccount()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, count) => signIn(`no ${count}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(4)
  })

  test('wrong identifiers from one device delay the answer to the next one', async () => {
    const { app } = await openApp()
    const wrong = () => app.inject({ ...lan, url: '/api?list=0000000000ZZ' })
    for (let count = 0; count < 19; count += 1) await wrong()
    const start = performance.now()
    expect((await wrong()).statusCode).toBe(404)
    expect(performance.now() - start).toBeGreaterThan(500)
  })

  test('bytes in a head, or a head that does not end, get an answer and the end of the connection', async () => {
    const { app } = await openApp({ headTimeout: 150 })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    expect(
      await send(port, Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '), { isOpen: true }),
    ).toBe(408)
    expect(
      await send(port, Buffer.from(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)),
    ).toBe(431)
  })

  test('characters in a QR address (over 512) are refused', async () => {
    const { app } = await openApp()
    const { id_driver } = await registered(app)
    const long = `http://localhost:4780/${'./'.repeat(300)}credencial/${id_driver}`
    expect((await app.inject(`/api?qr=${encodeURIComponent(long)}`)).statusCode).toBe(400)
  })
})

test('an account that is removed or gets a new password loses its sessions', async () => {
  const { app, stores, signIn } = await openWithAccount()
  const terminal = (method: string, ...args: unknown[]) =>
    app.inject({
      method: 'POST',
      url: '/terminal',
      payload: { part: 'accounts', method, args },
      headers: { 'x-pilotos-secret': 'the secret of this kiosk' },
    })
  const changes = [() => terminal('put', { user: 'ana', password: 'x' }), () => terminal('remove', 'ana')]
  for (const change of changes) {
    await stores.accounts.put({ user: 'ana', password: quickHash('la clave de ana') })
    const { cookies } = await signIn()
    const list = () =>
      app.inject({ ...lan, url: '/api?list=all', cookies: { pilotos_session: String(cookies[0]?.value) } })
    expect((await list()).statusCode).toBe(200)
    expect((await change()).statusCode).toBe(200)
    expect((await list()).statusCode).toBe(401)
  }
})

test('of a rider under 18, a scan without an account shows the minimal view only, and staff see all', async () => {
  const { stores, app } = await openApp()
  const day = today()
  const years = (count: number) =>
    `${Number(day.slice(0, 4)) - count}${day.slice(4).replace('02-29', '02-28')}`
  for (const [fechanac, shows] of [
    [years(18), true],
    [addDays(years(18), 1), false],
  ] as const) {
    const { id } = await stores.pilots.register(aDraft({ fechanac }))
    const [scan, page, own] = [
      await app.inject({ ...lan, url: `/api?list=${id}` }),
      await app.inject({ ...lan, url: `/credencial/${id}` }),
      await app.inject(`/api?list=${id}`),
    ]
    expect([scan, page, own].map(({ body }) => body.includes('inigo@ejemplo.org'))).toEqual([
      shows,
      shows,
      true,
    ])
  }
})

test('with --public minima a scan returns only the public fields, and staff see all fields', async () => {
  const { app } = await openApp({ publicData: 'minima' })
  const { id_driver, attachment } = await registered(app, aDraft(), await aPicture())
  const [seen] = (await app.inject({ ...lan, url: `/api?list=${id_driver}` })).json().data
  expect(Object.keys(JSON.parse(seen.data_driver)).sort()).toEqual(
    ['club', 'lastname', 'licencia', 'modalidad', 'name', 'nlicencia', 'npiloto'].sort(),
  )
  expect(seen.attachment).toBe(attachment)
  const [all] = (await app.inject(`/api?list=${id_driver}`)).json().data
  expect(Object.keys(JSON.parse(all.data_driver))).toHaveLength(requiredNames.length)
})

test('naughty strings are returned by the API in every field, without the characters that nobody sees', async () => {
  const { app } = await openApp()
  let accepted = 0
  for (const text of naughtyStrings) {
    const names = freeFields.filter((name) => checkDraft(aDraft({ [name]: text })).draft)
    const draft = aDraft(Object.fromEntries(names.map((name) => [name, text])))
    const { draft: expected } = checkDraft(draft)
    const record = await registered(app, draft)
    expect(JSON.parse(record.data_driver)).toEqual(expected)
    for (const name of names) {
      const isNone = name === 'npiloto' && saysNone(enteredText(text))
      expect(expected?.[name]).toBe(isNone ? null : enteredText(wellFormed(text)))
    }
    accepted += names.length
  }
  expect(accepted).toBeGreaterThan(2000)
})

test('2,000 malformed requests each get an answer, never a failure, and the data stays unchanged', async () => {
  const { port, url } = await startTestServer()
  const form = formRequest({ data_driver: aDraft(), _img: await aPicture('png', 30, 30) })
  const body = form.payload as Buffer
  const random = seeded(20261121)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const before = await (await fetch(`${url}/api?list=all`)).text()
  const statuses = new Map<number, number>()
  for (let count = 0; count < 2000; count += 1) {
    const status = await send(port, oddRequest())
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(
    [...statuses.keys()].filter((status) => status < 200 || status >= 500 || (status >= 300 && status < 400)),
  ).toEqual([])
  expect(statuses.size).toBeGreaterThan(3)
  expect(await (await fetch(`${url}/api?list=all`)).text()).toBe(before)

  /** Returns a registration with an error in its head, its length, its parts or its bytes. */
  function oddRequest(): Buffer {
    const method = pick(['POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'BREW', 'post'])
    const path = pick([
      '/api',
      '/api',
      '/api/session',
      '/api?list=all',
      '/terminal',
      '/files/x',
      '/%',
      '/credencial/%00',
      '*',
    ])
    const type = pick([
      String(form.headers?.['content-type']),
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
    ])
    const cut = mangled()
    const length = pick([cut.length, cut.length, cut.length + 1, cut.length - 1, 0, -1, 'x', 1e12])
    const host = pick([`127.0.0.1:${port}`, `127.0.0.1:${port}`, 'evil.example', '', '[', 'a b'])
    const site = pick(['same-origin', 'same-origin', 'cross-site', '\u00ff'])
    const extra = pick([
      '',
      '',
      'Cookie: pilotos_session=\u0001',
      `X: ${'y'.repeat(20_000)}`,
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
    ])
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Content-Type: ${type}`,
      `Content-Length: ${length}`,
      `Sec-Fetch-Site: ${site}`,
      'Connection: close',
      extra,
    ]
    return Buffer.concat([Buffer.from(`${head.filter(Boolean).join('\r\n')}\r\n\r\n`, 'latin1'), cut])
  }

  /** Returns the bytes of a form that is never complete and correct. */
  function mangled(): Buffer {
    const half = body.subarray(0, Math.floor(random() * (body.length - 60)))
    const garbled = Buffer.from(half.map((byte) => (random() < 0.02 ? Math.floor(random() * 256) : byte)))
    const doubled = Buffer.concat([body.subarray(0, body.lastIndexOf('--the-boundary')), body])
    return pick([
      half,
      garbled,
      doubled,
      Buffer.alloc(0),
      Buffer.from('{"user":'),
      Buffer.from([0, 255, 13, 10]),
    ])
  }
}, 120_000)

/** Sends a raw request and returns the status of its answer, or 400 if the connection is closed without one. */
function send(port: number, request: Buffer, { isOpen = false } = {}): Promise<number> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => (isOpen ? socket.write(request) : socket.end(request)))
    // This is less than Node's own timeout for a head, one minute.
    socket.setTimeout(30_000, () => socket.destroy())
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const codes = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code))
      resolve(codes.filter((code) => code !== 100).at(-1) ?? 400)
    })
  })
}

/** Returns a generator of numbers from 0 to 1 that repeats them for equal seeds (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

test('a disk that breaks where no code expects it is told as that of the data, and not as a fault of the kiosk', async () => {
  const opened = await openApp()
  const error = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  vi.spyOn(opened.stores.pilots, 'list').mockRejectedValue(error)
  const { statusCode, json } = await opened.app.inject('/api?list=all')
  expect([statusCode, json().error]).toEqual([
    500,
    'No se puede usar el disco de los datos: falló el disco (EIO)',
  ])
  const full = Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC', syscall: 'write' })
  vi.spyOn(opened.stores.pilots, 'list').mockRejectedValue(full)
  expect((await opened.app.inject('/api?list=all')).json().error).toMatch(
    /: el disco de los datos está lleno/,
  )
  expect(opened.reported.map(String)).toEqual([
    expect.stringContaining('falló el disco (EIO)'),
    expect.stringContaining('está lleno'),
  ])
})
