/**
 * Decides if a connection over loopback comes from a person at the laptop. A reverse proxy or a port forward on the
 * same machine makes all requests arrive over loopback, so any sign of a proxy ends the trust in loopback.
 */
import { isLoopbackName } from './addresses.ts'

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
