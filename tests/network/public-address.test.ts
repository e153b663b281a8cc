/** Tests of the public address and of the choice of the LAN's address. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lanAddress, publicAddress } from '../../server/network/public-address.ts'

test('the public address is the given URL, else the host, else the address in the LAN', () => {
  expect(publicAddress({ publicUrl: 'http://kiosco.local:80/', port: 1 }).url()).toBe(
    'http://kiosco.local:80',
  )
  expect(publicAddress({ host: '10.0.0.5', port: 4780 }).url()).toBe('http://10.0.0.5:4780')
  expect(publicAddress({ host: '0.0.0.0', port: 4780 }).url()).toBe(
    `http://${lanAddress() ?? 'localhost'}:4780`,
  )
})

test('the public address follows a change of network, even after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2027-11-21T12:00:00Z') })
  const interfaces = vi.spyOn(os, 'networkInterfaces')
  onTestFinished(() => {
    vi.useRealTimers()
    interfaces.mockRestore()
    syncBuiltinESMExports()
  })
  const join = (address: string) => {
    interfaces.mockReturnValue({ wlan0: [{ address, internal: false, family: 'IPv4' } as never] })
    syncBuiltinESMExports()
  }
  join('192.168.1.20')
  const address = publicAddress({ port: 4780 })
  expect(address.url()).toBe('http://192.168.1.20:4780')
  join('10.0.0.5')
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  vi.advanceTimersByTime(1000)
  expect(address.url()).toBe('http://10.0.0.5:4780')
})

test('the LAN address belongs to a cable or a Wi-Fi, and to a network between programs only if there is no other', () => {
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
