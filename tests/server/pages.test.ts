/** The pages and their assets, as a browser asks for them. */
import { expect, test } from 'vitest'
import { lanAddress, publicAddress } from '../../server/public-address.ts'
import { openApp } from '../support/kiosk.ts'

test.each(['/', '/search?search=a', '/form', '/form/7K3Q9XW2M4TB', '/login', '/credencial/7K3Q9XW2M4TB'])(
  'a reload on %s gives the page',
  async (url) => {
    const { app } = await openApp()
    const response = await app.inject(url)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.body).toContain('<div id="root">')
  },
)

test.each(['/404', '/otra/cosa', '/form/a/b'])(
  '%s gives the page too, with the status that is true',
  async (url) => {
    const { app } = await openApp()
    const response = await app.inject(url)
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('<div id="root">')
  },
)

test('every asset that the page names is there, and may be kept for ever', async () => {
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

test('nothing of the page comes from anywhere else', async () => {
  const { app } = await openApp()
  const { body } = await app.inject('/')
  const page = body.replace(/<script type="application\/json".*<\/script>/, '')
  expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//)
})

test('the public address is the one that was said, else the host, else the LAN’s', () => {
  expect(publicAddress({ publicUrl: 'http://kiosco.local:80/', port: 1 }).url()).toBe(
    'http://kiosco.local:80',
  )
  expect(publicAddress({ host: '10.0.0.5', port: 4780 }).url()).toBe('http://10.0.0.5:4780')
  expect(publicAddress({ host: '0.0.0.0', port: 4780 }).url()).toBe(
    `http://${lanAddress() ?? 'localhost'}:4780`,
  )
})

test('the LAN’s address is that of a cable or a Wi-Fi, not of networks between programs', () => {
  const address = (address: string, internal = false) => [{ address, internal, family: 'IPv4' } as never]
  expect(
    lanAddress({
      lo: address('127.0.0.1', true),
      docker0: address('172.17.0.1'),
      wlan0: address('192.168.1.20'),
    }),
  ).toBe('192.168.1.20')
  expect(lanAddress({ lo: address('127.0.0.1', true), eth0: address('169.254.3.4') })).toBeUndefined()
  expect(lanAddress({ docker0: address('172.17.0.1') })).toBe('172.17.0.1')
})
