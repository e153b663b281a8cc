/** The network of a client, by which rate limits count requests. */

/**
 * Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address, since one device can choose the other
 * 64 (RFC 4291, section 2.5.1). A text that is not an address stays as it is.
 *
 * @example clientNetwork('::ffff:192.168.1.7') // '192.168.1.7'
 * @example clientNetwork('2001:db8::7') // '2001:db8:0:0'
 */
export function clientNetwork(address: string): string {
  const [bare = ''] = address.replace(/^::ffff:(?=[\d.]+$)/i, '').split('%')
  if (!bare.includes(':')) return bare
  const [head = '', tail = ''] = bare.split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
