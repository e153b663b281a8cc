/** Tests of the connection limits that follow from the limit of descriptors. */
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { Connections, limitsFor, proxyMatcher } from '../../server/network/connections.ts'

const { platform } = process

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
})

test.each([
  [undefined, { others: 672, perAddress: 504, loopback: 224 }],
  [1_048_576, { others: 2000, perAddress: 700, loopback: 500 }],
  [256, { others: 96, perAddress: 72, loopback: 32 }],
  [40, { others: 2, perAddress: 2, loopback: 8 }],
])('with a limit of %s descriptors, the connection limits keep enough of them for files', (limit, limits) => {
  expect(limitsFor(limit)).toEqual(limits)
})

test('Windows is not asked for a limit that it does not have, which takes seconds', () => {
  const asked = vi.spyOn(process.report, 'getReport')
  const server = createServer()
  new Connections(server, { report: () => {} })
  Object.defineProperty(process, 'platform', { value: 'win32' })
  server.emit('connection', new Socket())
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

/** Tests of the match between an address and the trusted proxies. */
test.each([
  [['10.99.1.7'], '10.99.1.7', true],
  [['10.99.1.7'], '10.99.1.8', false],
  [['192.168.0.1', '10.99.0.0/16'], '10.99.1.8', true],
  [['fd00::/8'], 'fd00::1', true],
  [['fd00::/8'], '10.99.1.8', false],
  [[], '10.99.1.8', false],
])('with the proxies %j, %s is a trusted proxy: %s', (proxies, address, isTrusted) => {
  expect(proxyMatcher(proxies)(address)).toBe(isTrusted)
})
