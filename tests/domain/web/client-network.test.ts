import { expect, test } from 'vitest'
import { clientNetwork } from '#domain/web/client-network'

test('attempts count for the IPv4 address, or the network of an IPv6 address', () => {
  expect(
    ['192.168.1.7', '::ffff:192.168.1.7', '2001:db8::7', '2001:0DB8:0:0:1::7', 'fe80::1%eth0', '::1'].map(
      clientNetwork,
    ),
  ).toEqual(['192.168.1.7', '192.168.1.7', '2001:db8:0:0', '2001:db8:0:0', 'fe80:0:0:0', '0:0:0:0'])
})
