/** The address under which phones reach this laptop, and which every QR must carry. */
import { networkInterfaces, hostname as systemName } from 'node:os'
import { isLoopbackName } from '#domain/api/addresses'

export interface PublicAddress {
  /** Returns the URL without a slash at the end. Callers must not store it: a laptop changes networks. */
  url(): string
  /** Returns the https address of gates, or undefined if the server has none. Its host is that of `url`. */
  secureUrl(): string | undefined
  /** Returns true if the host of `url` is the public host, a loopback name or an address of this machine. */
  isOurs(url: URL): boolean
}

/**
 * Returns the public address: `publicUrl` if the user gave it, or else the host that the server listens on, or else
 * the address on the LAN. `port` is a function if the port is known only once the server listens.
 */
export function publicAddress(options: {
  publicUrl?: string
  host?: string
  port: number | (() => number)
  securePort?: () => number | undefined
}): PublicAddress {
  const { publicUrl, host = '0.0.0.0', port, securePort } = options
  const configured = publicUrl?.replace(/\/+$/, '')
  let cached = { until: Number.NEGATIVE_INFINITY, url: '', hosts: new Set<string>() }

  /** Caches the address for a second, because asking the system takes longer than answering a request. */
  function current(): typeof cached {
    if (cached.until > performance.now()) return cached
    const url =
      configured ?? `http://${bracketed(namedHost(host))}:${typeof port === 'number' ? port : port()}`
    const hosts = new Set([new URL(url).hostname, ...localAddresses().map(bracketed)])
    cached = { until: performance.now() + cacheMilliseconds, url, hosts }
    return cached
  }

  return {
    url: () => current().url,
    secureUrl() {
      const secure = securePort?.()
      return secure === undefined ? undefined : `https://${new URL(current().url).hostname}:${secure}`
    },
    isOurs: ({ hostname }) => isLoopbackName(hostname) || current().hosts.has(hostname),
  }
}

/** The lifetime of the cached address, in milliseconds. */
const cacheMilliseconds = 1000

/** Returns the IPv4 address of this machine on the local network, or undefined if it is on no network. */
export function lanAddress(interfaces = networkInterfaces()): string | undefined {
  const found = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ name, ...address })))
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
  const physical = found.filter(({ name }) => !isVirtual(name))
  return (physical[0] ?? found[0])?.address
}

function namedHost(host: string): string {
  const isWildcard = host === '0.0.0.0' || host === '::'
  return isWildcard || isLoopbackName(host) ? (lanAddress() ?? 'localhost') : host
}

/** Returns the names of this machine in a local network: its host name, and its multicast DNS name (RFC 6762). */
export function machineNames(name = systemName()): string[] {
  const own = name.toLowerCase()
  return [own, `${own.split('.')[0]}.local`]
}

/** Returns the addresses and the names of this machine, as hosts of a URL without brackets. */
export function machineHosts(): string[] {
  return [...localAddresses(), ...machineNames()]
}

function localAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  )
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Returns true for an address that a machine assigns to itself if no network assigns one (RFC 3927). */
function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.')
}

/** Returns true for the name of a network between programs of one machine, which no phone can reach. */
function isVirtual(name: string): boolean {
  return /^(docker|br-|veth|virbr|vboxnet|vmnet|utun|tun|tap|zt|vEthernet|VirtualBox|VMware)/i.test(name)
}
