/** Tests of the pages and their assets, as a browser requests them. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { recordPath } from '#domain/api/addresses'
import { UnavailableError } from '#domain/errors'
import { Availability } from '../../../server/store/availability.ts'
import { root } from '../../support/root.ts'
import { openApp } from '../../support/server.ts'

test.each(['/', '/search?search=a', '/form', '/form/7K3Q9XW2M4TB', '/login'])(
  'a reload of %s returns the page',
  async (url) => {
    const { app } = await openApp()
    const response = await app.inject(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.body).toContain('<div id="root">')
  },
)

test.each(['/404', '/otra/cosa', '/form/a/b'])('%s returns the page with the status 404', async (url) => {
  const { app } = await openApp()
  const response = await app.inject(url)
  expect(response.statusCode).toBe(404)
  expect(response.body).toContain('<div id="root">')
})

test('every asset that the page names exists, and can be cached forever', async () => {
  const { app } = await openApp()
  const { body } = await app.inject('/')
  const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path))
  expect(assets.length).toBeGreaterThan(1)
  for (const path of assets) {
    const { statusCode, headers } = await app.inject(path)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
  expect((await app.inject('/assets/otro.js')).statusCode).toBe(404)
})

test('only the worker that reads QRs may compile WebAssembly, and it may load nothing but our files', async () => {
  const { app } = await openApp()
  const assets = join(root, 'dist', 'client', 'assets')
  const decoder = (await readdir(assets)).find((name) => /^decoder-worker-.*\.js$/.test(name))
  const policyOf = async (path: string) => String((await app.inject(path)).headers['content-security-policy'])
  expect(await policyOf(`/assets/${decoder}`)).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
  )
  for (const path of ['/puerta', '/', '/credencial/7K3Q9XW2M4TB'])
    expect(await policyOf(path)).toContain("script-src 'self';")
})

test.each(['br', 'gzip'])(
  'scripts and styles are sent with the encoding %s to browsers that accept it',
  async (encoding) => {
    const { app } = await openApp()
    const { body } = await app.inject('/')
    for (const [, path = ''] of body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const plain = await app.inject(path)
      const { headers, rawPayload } = await app.inject({
        url: path,
        headers: { 'accept-encoding': encoding },
      })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const unpacked = encoding === 'br' ? brotliDecompressSync(rawPayload) : gunzipSync(rawPayload)
      expect(unpacked.equals(plain.rawPayload)).toBe(true)
    }
  },
)

describe('while the database does not answer', () => {
  const marshal = { remoteAddress: '192.168.1.50', headers: { host: '192.168.1.20:4780' } }

  test('every page is sent without the missing data, with a delay only until the server knows of the failure', async () => {
    const availability = new Availability()
    const { app, stores } = await openApp({ availability })
    vi.spyOn(stores.accounts, 'list').mockImplementation(() => new Promise(() => {}))
    const give = async (url: string) => {
      const start = Date.now()
      const { statusCode, body } = await app.inject(url)
      expect([statusCode, body]).toEqual([200, expect.stringContaining('<div id="root">')])
      expect(body).toContain('id="answers">{}<')
      return Date.now() - start
    }
    expect(await give('/')).toBeLessThan(2000)
    const asking = app.inject('/api/session')
    availability.set(false)
    expect(await asking).toMatchObject({ statusCode: 503 })
    for (const url of ['/', '/form', '/ayuda', '/credencial/7K3Q9XW2M4TB'])
      expect(await give(url)).toBeLessThan(500)
  })

  test('only staff see the name of the database server', async () => {
    const { app, stores } = await openApp()
    vi.spyOn(stores.pilots, 'get').mockRejectedValue(new UnavailableError('db.federacion.pe no responde'))
    const url = recordPath('7K3Q9XW2M4TB')
    expect((await app.inject(url)).json().error).toBe('db.federacion.pe no responde')
    const { statusCode, body } = await app.inject({ ...marshal, url })
    expect([statusCode, body]).toEqual([503, expect.stringContaining('La base de datos no responde.')])
    expect(body).not.toContain('federacion')
  })
})

test('the page loads nothing from other sites', async () => {
  const { app } = await openApp()
  const { body } = await app.inject('/')
  const page = body.replace(/<script type="application\/json".*<\/script>/, '')
  expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
})
