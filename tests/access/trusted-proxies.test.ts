/** Tests of the match between an address and the trusted proxies. */
import { expect, test } from 'vitest'
import { proxyMatcher } from '../../server/access/trusted-proxies.ts'

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
