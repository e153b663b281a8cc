/** Tests of the public address. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { phoneAddresses } from '../../bin/commands/desk/serve.ts'
import { publicAddress } from '../../server/network/public-address.ts'
import { adapters } from '../support/adapters.ts'

const two = { Ethernet: '10.0.0.5', 'Wi-Fi': '192.168.1.20' }

test('the public address is the given URL, else the host, else the address in the network of the phones', () => {
  const interfaces = () => adapters(two)
  const urlOf = (options: { publicUrl?: string; host?: string }) =>
    publicAddress({ ...options, interfaces, chosen: () => 'Wi-Fi', port: 4780 })
  expect(urlOf({ publicUrl: 'http://kiosco.local:80/' }).url()).toBe('http://kiosco.local:80')
  expect(urlOf({ host: '172.16.0.9' }).url()).toBe('http://172.16.0.9:4780')
  expect(urlOf({ host: '0.0.0.0' }).url()).toBe('http://192.168.1.20:4780')
  // Nobody is asked about an address that is given, or about a kiosk for the laptop alone.
  for (const given of [{ publicUrl: 'http://kiosco.local' }, { host: '172.16.0.9' }, { host: '127.0.0.1' }])
    expect(urlOf(given).networks()).toEqual([])
})

test('the public address follows a change of network, even after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2027-11-21T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  let wifi = '192.168.1.20'
  const address = publicAddress({ interfaces: () => adapters({ 'Wi-Fi': wifi }), port: 4780 })
  expect(address.url()).toBe('http://192.168.1.20:4780')
  wifi = '10.0.0.5'
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  vi.advanceTimersByTime(1000)
  expect(address.url()).toBe('http://10.0.0.5:4780')
  expect(publicAddress({ interfaces: () => adapters({}), port: 4780 }).url()).toBe('http://localhost:4780')
})

test('of several networks, the chosen one counts at once and as long as it has an address; then the question is open again', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let [now, chosen]: [Record<string, string>, string | undefined] = [two, undefined]
  const address = publicAddress({ interfaces: () => adapters(now), chosen: () => chosen, port: 4780 })
  const open = 'Diga en Ajustes, Puertas, en cuál están: hasta entonces, los QR llevan la primera'
  expect(phoneAddresses(address)).toEqual([
    'http://10.0.0.5:4780 (Ethernet)',
    'http://192.168.1.20:4780 (Wi-Fi)',
    open,
  ])
  chosen = 'Wi-Fi'
  expect(phoneAddresses(address)).toEqual(['http://192.168.1.20:4780'])
  const [ethernet, wifi] = address.networks()
  expect([ethernet?.chosen, wifi?.chosen]).toEqual([false, true])

  const change = (to: Record<string, string>) => {
    now = to
    vi.advanceTimersByTime(1000)
  }
  change({ ...two, 'Wi-Fi': '192.168.8.3' })
  expect(phoneAddresses(address)).toEqual(['http://192.168.8.3:4780'])
  change({ Ethernet: '10.0.0.5' })
  expect([address.url(), address.networks()]).toEqual(['http://10.0.0.5:4780', []])
  change({ Ethernet: '10.0.0.5', 'Ethernet 2': '172.16.0.9' })
  expect(phoneAddresses(address)).toHaveLength(3)
  change(two)
  expect(phoneAddresses(address)).toEqual(['http://192.168.1.20:4780'])
  // A phone is reached by none of these adapters.
  change({ docker0: '172.17.0.1', wg0: '10.2.0.2 00:00:00:00:00:00' })
  expect(phoneAddresses(address)).toEqual(['http://172.17.0.1:4780'])
})
