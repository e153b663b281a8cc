/** The address under which phones reach this laptop, which is the one that a QR must carry. */
import { networkInterfaces, hostname as systemName } from 'node:os'
import { isLoopbackName } from '#domain/web/addresses'

export interface PublicAddress {
  /** Without a slash at the end. Asked for again and again, since a laptop changes networks. */
  url(): string
  /** Whether an address is of this machine: by its public address, a loopback name or one of its networks. */
  isOurs(url: URL): boolean
}

/**
 * `publicUrl` is said by the user and stands; else it is the host that is listened on, else the LAN's. `port` is a
 * function where the port is known only once the kiosk listens.
 */
export function publicAddress(options: {
  publicUrl?: string
  host?: string
  port: number | (() => number)
}): PublicAddress {
  const { publicUrl, host = '0.0.0.0', port } = options
  const said = publicUrl?.replace(/\/+$/, '')
  let known = { until: Number.NEGATIVE_INFINITY, url: '', hosts: new Set<string>() }

  /** Asking the system takes longer than answering a request: what it says is good for a second. */
  function current(): typeof known {
    if (known.until > performance.now()) return known
    const url = said ?? `http://${bracketed(namedHost(host))}:${typeof port === 'number' ? port : port()}`
    const hosts = new Set([new URL(url).hostname, ...localAddresses().map(bracketed)])
    known = { until: performance.now() + second, url, hosts }
    return known
  }

  return {
    url: () => current().url,
    isOurs: ({ hostname }) => isLoopbackName(hostname) || current().hosts.has(hostname),
  }
}

/** In milliseconds. */
const second = 1000

/** The address of this machine on the local network, or undefined where it is on none. */
export function lanAddress(interfaces = networkInterfaces()): string | undefined {
  const found = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ name, ...address })))
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
  const cables = found.filter(({ name }) => !isVirtual(name))
  return (cables[0] ?? found[0])?.address
}

function namedHost(host: string): string {
  const isEvery = host === '0.0.0.0' || host === '::'
  return isEvery || isLoopbackName(host) ? (lanAddress() ?? 'localhost') : host
}

/** The names that this machine has in a local network: its own, and that of multicast DNS (RFC 6762). */
export function machineNames(name = systemName()): string[] {
  const own = name.toLowerCase()
  return [own, `${own.split('.')[0]}.local`]
}

/** The addresses and the names of this machine, as hosts of a URL without brackets. */
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

/** An address that a machine gives itself where no network gave it one (RFC 3927). */
function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.')
}

/** Networks between programs of one machine, which no phone is on. */
function isVirtual(name: string): boolean {
  return /^(docker|br-|veth|virbr|vboxnet|vmnet|utun|tun|tap|zt|vEthernet|VirtualBox|VMware)/i.test(name)
}
