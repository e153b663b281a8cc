/**
 * Decides if a connection over loopback comes from a person at the laptop. A reverse proxy or a port forward on the
 * same machine makes all requests arrive over loopback, so any sign of a proxy ends the trust in loopback.
 */
import { isLoopbackName } from '../api/addresses.ts'

/** A sign, known when the server starts, that a proxy forwards requests to the server. */
export type ProxySign = 'trusted-proxy' | 'https' | 'foreign-host'

export interface Setup {
  /** The public URL that the user gave. */
  publicUrl?: string
  /** The proxies whose `X-Forwarded-*` headers are believed. */
  trustedProxies?: readonly string[]
  /** The addresses and names of this machine, as a URL writes them. */
  ownHosts: readonly string[]
}

/**
 * Returns the sign of a proxy, if any. The server itself uses plain HTTP at the addresses of this machine, so any
 * other public URL belongs to a proxy.
 */
export function findProxySign({ publicUrl, trustedProxies = [], ownHosts }: Setup): ProxySign | undefined {
  if (trustedProxies.length > 0) return 'trusted-proxy'
  if (publicUrl === undefined) return undefined
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return 'https'
  return isLoopbackName(hostname) || ownHosts.includes(plainHost(hostname)) ? undefined : 'foreign-host'
}

export interface Caller {
  /** The remote address of the connection. */
  remoteAddress?: string
  /** The name in the Host header. */
  hostname: string
  headerNames: readonly string[]
}

/** Returns true if the request comes from the laptop itself: over loopback, and not through a proxy. */
export function isFromLaptop(
  { remoteAddress = '', hostname, headerNames }: Caller,
  sign?: ProxySign,
): boolean {
  return (
    sign === undefined &&
    isLoopbackName(remoteAddress.replace(/^::ffff:/, '')) &&
    isLoopbackName(hostname) &&
    !headerNames.some((name) => forwarding.test(name))
  )
}

/** The headers that proxies add to forwarded requests: RFC 7239, and the names that preceded it. */
const forwarding =
  /^(forwarded|via|x-forwarded|x-original|x-real-ip|x-client-ip|x-cluster-client-ip|(cf-connecting|true-client|fly-client|fastly-client)-ip)/

/** Returns a host in lower case, without brackets and without the trailing dot of the root domain. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
}

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
