/** Tests of the recognition of requests from the laptop itself. */
import { expect, test } from 'vitest'
import { findProxySign, isFromLaptop } from '#domain/staff/local-access'

const ownHosts = ['192.168.1.20', 'fe80::1', 'mesa', 'mesa.local']

test.each([
  [{}, undefined],
  [{ publicUrl: 'http://192.168.1.20:4780' }, undefined],
  [{ publicUrl: 'http://MESA.local' }, undefined],
  [{ publicUrl: 'http://[fe80::1]:4780' }, undefined],
  [{ publicUrl: 'http://localhost:4780' }, undefined],
  [{ publicUrl: 'https://192.168.1.20' }, 'https'],
  [{ publicUrl: 'https://credenciales.federacion.pe' }, 'https'],
  [{ publicUrl: 'http://192.168.1.21:4780' }, 'foreign-host'],
  [{ publicUrl: 'http://mesa.local.evil.example' }, 'foreign-host'],
  [{ publicUrl: 'http://192.168.1.20:4780', trustedProxies: ['127.0.0.1'] }, 'trusted-proxy'],
])('a server with the settings %j has the sign of a proxy: %s', (setup, sign) => {
  expect(findProxySign({ ...setup, ownHosts })).toBe(sign)
})

test('a sign of a proxy, or a forwarding header, ends the trust in loopback', () => {
  const direct = { remoteAddress: '127.0.0.1', hostname: 'localhost', headerNames: ['host', 'accept'] }
  expect(isFromLaptop(direct)).toBe(true)
  expect(isFromLaptop(direct, 'https')).toBe(false)
  for (const name of ['forwarded', 'via', 'x-forwarded-host', 'x-real-ip'])
    expect(isFromLaptop({ ...direct, headerNames: ['host', name] })).toBe(false)
})

test.each([
  [{ remoteAddress: '::1' }, true],
  [{ remoteAddress: '::ffff:127.0.0.1' }, true],
  [{ hostname: '127.0.0.1' }, true],
  [{ remoteAddress: '192.168.1.77' }, false],
  [{ remoteAddress: undefined }, false],
  [{ hostname: '192.168.1.20' }, false],
  [{ hostname: 'evil.example' }, false],
  [{ headerNames: ['host', 'x-forwarded-for'] }, false],
  [{ headerNames: ['host', 'cf-connecting-ip'] }, false],
  [{ headerNames: ['host', 'x-requested-with'] }, true],
])('a request from localhost that differs by %j comes from the laptop: %s', (difference, is) => {
  const direct = { remoteAddress: '127.0.0.1', hostname: 'localhost', headerNames: ['host', 'accept'] }
  expect(isFromLaptop({ ...direct, ...difference })).toBe(is)
})
