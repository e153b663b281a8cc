/** Tests of the network that failed attempts are counted for. */
import { expect, test } from 'vitest'
import { clientNetwork } from '#domain/staff/local-access'

test('attempts are counted per IPv4 address or per network of IPv6 addresses', () => {
  expect(
    ['192.168.1.7', '::ffff:192.168.1.7', '2001:db8::7', '2001:0DB8:0:0:1::7', 'fe80::1%eth0', '::1'].map(
      clientNetwork,
    ),
  ).toEqual(['192.168.1.7', '192.168.1.7', '2001:db8:0:0', '2001:db8:0:0', 'fe80:0:0:0', '0:0:0:0'])
})
