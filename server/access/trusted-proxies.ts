/** The proxies that `--trust-proxy` names. */
import { BlockList, isIPv6 } from 'node:net'

/**
 * Returns a function that returns true for the addresses of `proxies`, which are addresses or networks.
 * @example proxyMatcher(['10.0.0.0/8'])('10.1.2.3') // true
 */
export function proxyMatcher(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
