/** The address under which phones reach this laptop, and which every QR must carry. */
import { networkInterfaces, hostname as systemName } from 'node:os'
import { isLoopbackName } from '#domain/api/addresses'
import { type Interfaces, type Network, phoneNetworks } from './phone-networks.ts'

export interface PublicAddress {
  /** Returns the URL without a slash at the end. Callers must not store it: a laptop changes networks. */
  url(): string
  /** Returns the https address of gates, or undefined if the server has none. Its host is that of `url`. */
  secureUrl(): string | undefined
  /** Returns true if the host of `url` is the public host, a loopback name or an address of this machine. */
  isOurs(url: URL): boolean
  /** Returns the networks among which a person can choose: none if the address is given, or if there is only one. */
  networks(): (Omit<Network, 'rank'> & { chosen: boolean })[]
}

/**
 * Returns the public address: `publicUrl` if the user gave it, or else the host that the server listens on, or else
 * the address in the network whose name `chosen` returns, or in the first one. `port` is a function if the port is known
 * only once the server listens.
 */
export function publicAddress(options: {
  publicUrl?: string
  host?: string
  interfaces?: () => Interfaces
  chosen?: () => string | undefined
  port: number | (() => number)
  securePort?: () => number | undefined
}): PublicAddress {
  const { publicUrl, host = '0.0.0.0', interfaces = networkInterfaces, port, securePort } = options
  const configured = publicUrl?.replace(/\/+$/, '')
  const isOpen = host === '0.0.0.0' || host === '::'
  let cached: ReturnType<typeof read> | undefined

  /** Caches the address for a second, because asking the system takes longer than answering a request. */
  function current() {
    const chosen = options.chosen?.()
    if (!cached || cached.until <= performance.now() || cached.chosen !== chosen) cached = read(chosen)
    return cached
  }

  function read(chosen: string | undefined) {
    const found = interfaces()
    const networks = phoneNetworks(found)
    const lan = networks.find(({ name }) => name === chosen) ?? networks[0]
    const name = isOpen || isLoopbackName(host) ? (lan?.address ?? 'localhost') : host
    const url = configured ?? `http://${bracketed(name)}:${typeof port === 'number' ? port : port()}`
    const hosts = new Set([new URL(url).hostname, ...localAddresses(found).map(bracketed)])
    return { until: performance.now() + cacheMilliseconds, url, hosts, networks, chosen }
  }

  return {
    url: () => current().url,
    secureUrl() {
      const secure = securePort?.()
      return secure === undefined ? undefined : `https://${new URL(current().url).hostname}:${secure}`
    },
    isOurs: ({ hostname }) => isLoopbackName(hostname) || current().hosts.has(hostname),
    networks() {
      const { networks, chosen } = current()
      const found = networks.filter(({ rank }) => rank < 2)
      if (configured !== undefined || !isOpen || found.length < 2) return []
      return found.map(({ name, address }) => ({ name, address, chosen: name === chosen }))
    },
  }
}

/** The lifetime of the cached address, in milliseconds. */
const cacheMilliseconds = 1000

/** Returns the names of this machine in a local network: its host name, and its multicast DNS name (RFC 6762). */
export function machineNames(): string[] {
  const own = systemName().toLowerCase()
  return [own, `${own.split('.')[0]}.local`]
}

/** Returns the addresses and the names of this machine, as hosts of a URL without brackets. */
export function machineHosts(): string[] {
  return [...localAddresses(), ...machineNames()]
}

function localAddresses(interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces).flatMap((addresses = []) => addresses.map(({ address }) => address))
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
