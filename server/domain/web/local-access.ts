/**
 * Decides whether a connection over loopback is somebody at the laptop. A reverse proxy or a port forward on the same
 * machine makes everybody's requests look like that, so that any sign of one ends the trust in loopback.
 */
import { isLoopbackName } from './addresses.ts'

/** A sign, known when the kiosk starts, that something forwards requests to it. */
export type ProxySign = 'trusted-proxy' | 'https' | 'foreign-host'

export interface Setup {
  /** The public URL that the user gave. */
  publicUrl?: string
  /** The proxies whose `X-Forwarded-*` headers are believed. */
  trustedProxies?: readonly string[]
  /** The addresses and names of this machine, as a URL writes them. */
  ownHosts: readonly string[]
}

/** The kiosk itself speaks plain http at addresses of this machine: any other public URL is that of a proxy. */
export function findProxySign({ publicUrl, trustedProxies = [], ownHosts }: Setup): ProxySign | undefined {
  if (trustedProxies.length > 0) return 'trusted-proxy'
  if (publicUrl === undefined) return undefined
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return 'https'
  return isLoopbackName(hostname) || ownHosts.includes(plainHost(hostname)) ? undefined : 'foreign-host'
}

export interface Caller {
  /** The address of the connection's other end. */
  remoteAddress?: string
  /** The name in the Host header. */
  hostname: string
  headerNames: readonly string[]
}

/** Whether the request comes from the laptop itself: directly, over loopback, with nothing in front of the kiosk. */
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

/** The headers that proxies add to forwarded requests: RFC 7239, and the names that came before it. */
const forwarding =
  /^(forwarded|via|x-forwarded|x-original|x-real-ip|x-client-ip|x-cluster-client-ip|(cf-connecting|true-client|fly-client|fastly-client)-ip)/

/** A host without brackets or the dot of the root, in lower case. */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
}
