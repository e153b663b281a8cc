/** Tests of the choice of the network in which the phones are, with a server that listens in all networks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adapters } from '../../support/adapters.ts'
import { aFolder } from '../../support/folder.ts'
import { sessionOf, write } from '../../support/requests.ts'
import { openApp, startTestServer } from '../../support/server.ts'
import { askAt } from '../../support/versions.ts'

const url = '/api/settings'

test('the desk says once in which network the phones are: it counts at once, for the adapter, and only on this laptop', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await aFolder()
  let byName: Record<string, string> = { Ethernet: '10.0.0.5', 'Wi-Fi': '192.168.1.20' }
  const start = () => startTestServer({ folder, interfaces: () => adapters(byName) })
  const server = await start()
  const networks = async () => (await askAt(server.url, 'GET', url))[0].networks
  const choose = (network: unknown) => askAt(server.url, 'PUT', url, { network })
  const hostOf = async ({ url }: { url: string }) =>
    new URL((await askAt(url, 'GET', '/api/session'))[0].public_url).hostname
  const change = (to: Record<string, string>) => {
    byName = to
    vi.advanceTimersByTime(1000)
  }
  const [ethernet, wifi] = [
    { name: 'Ethernet', address: '10.0.0.5', chosen: false },
    { name: 'Wi-Fi', address: '192.168.1.20', chosen: false },
  ]
  expect(await networks()).toEqual([ethernet, wifi])
  expect(await hostOf(server)).toBe('10.0.0.5')

  expect((await choose('Wi-Fi'))[0].networks).toEqual([ethernet, { ...wifi, chosen: true }])
  expect(await hostOf(server)).toBe('192.168.1.20')
  const pairing = await askAt(server.url, 'POST', '/api/gate/pairings', { gate: 'Puerta principal' })
  expect(new URL(pairing[0].url).hostname).toBe('192.168.1.20')
  // Commands without a server make QRs with this address.
  const stored = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))
  expect(stored).toMatchObject({ network: 'Wi-Fi', address: expect.stringContaining('//192.168.1.20:') })
  expect(await askAt(server.url, 'GET', `${url}/history`)).toEqual([])

  change({ ...byName, 'Wi-Fi': '172.20.10.3' })
  expect(await hostOf(server)).toBe('172.20.10.3')
  change({ Ethernet: '10.0.0.5', 'Ethernet 2': '172.16.0.9' })
  await expect(choose('Wi-Fi')).rejects.toThrow(/409.*La laptop ya no está en esa red/)
  for (const wrong of [3, 'x'.repeat(257)])
    await expect(choose(wrong)).rejects.toThrow(/400.*network es el nombre de una red de la laptop/)
  expect(await networks()).toEqual([ethernet, { name: 'Ethernet 2', address: '172.16.0.9', chosen: false }])
  change({ Ethernet: '10.0.0.5' })
  expect(await networks()).toBeUndefined()

  byName = { Ethernet: '10.0.0.5', 'Wi-Fi': '192.168.1.20' }
  await server.close()
  expect(await hostOf(await start())).toBe('192.168.1.20')
})

test('only an admin says it, and nobody where the address is given', async () => {
  const server = await openApp({ requireLogin: true })
  const cookies = await sessionOf(server, { user: 'luis', password: '', role: 'mesa' })
  const body = { network: 'Wi-Fi' }
  const asDesk = await server.app.inject({
    method: 'PUT',
    url,
    cookies,
    payload: body,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(asDesk.statusCode).toBe(403)
  const given = await openApp()
  expect((await given.app.inject(url)).json().data[0]).not.toHaveProperty('networks')
  expect((await write(given, 'PUT', url, body)).statusCode).toBe(409)
})
