/** The connections of a server: their limits, trusted proxies, and their requests, one at a time. */
import type { Server, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { isLoopbackName } from '#domain/api/addresses'
import { MachineError } from '#domain/errors'

interface ConnectionOptions {
  report: (error: Error) => void
  /** Returns true for the address of a trusted proxy, whose connections belong to many people. */
  isTrusted?: (address: string) => boolean
}

/** All connections from this machine count as connections of this address. */
const thisMachine = 'esta laptop'

/** The minimum time between two notices about too many connections, in milliseconds. */
const noticeEvery = 60_000

export class Connections {
  /** The sockets of each address, in the order in which they were opened. */
  #byAddress = new Map<string, Set<Socket>>()
  #others = 0
  #limits: ConnectionLimits | undefined
  #nextNotice = 0

  constructor(
    private readonly server: Server,
    private readonly options: ConnectionOptions,
  ) {
    server.on('connection', (socket) => this.#take(socket))
  }

  /**
   * Closes the connections that would delay the closing of the server: idle connections, whose last response has been
   * sent, and connections that browsers open in advance, before they send a request.
   */
  async closeAsTheyEnd(): Promise<void> {
    if (!this.server.listening) return
    const closing = setInterval(() => {
      this.server.closeIdleConnections()
      for (const sockets of this.#byAddress.values())
        for (const socket of sockets) if (isSilent(socket)) socket.destroy()
    }, 50)
    this.server.once('close', () => clearInterval(closing))
  }

  #take(socket: Socket): void {
    const address = addressOf(socket)
    if (!this.#makeRoom(address)) {
      socket.destroy()
      return
    }
    const sockets = this.#byAddress.get(address) ?? new Set()
    this.#byAddress.set(address, sockets.add(socket))
    if (address !== thisMachine) this.#others += 1
    socket.once('close', () => this.#forget(address, socket))
  }

  /** Returns true if a further connection of an address may stay; may close another connection to make room. */
  #makeRoom(address: string): boolean {
    this.#limits ??= limitsFor(descriptorLimit())
    const { others, perAddress, loopback } = this.#limits
    const { isTrusted = () => false } = this.options
    const count = this.#byAddress.get(address)?.size ?? 0
    const most = address === thisMachine ? loopback : isTrusted(address) ? others : perAddress
    if (count >= most) {
      this.#reportTooMany(address, count)
      return this.#dropSilent(address)
    }
    return address === thisMachine || this.#others < others || this.#makeRoomAmongOthers(address, count)
  }

  /**
   * Makes room for a connection of the address `newcomer`, which has `count` connections. Closes only a connection of
   * that address or of one with more connections: another device's only connection is silent until its request
   * arrives. Prefers a silent connection, of the address with the most connections if possible. Otherwise closes the
   * newest connection of the untrusted address with the most connections, but only if that address has at least two
   * more than `count`.
   */
  #makeRoomAmongOthers(newcomer: string, count: number): boolean {
    const { isTrusted = () => false } = this.options
    const addresses = [...this.#byAddress]
      .filter(([address, { size }]) => address !== thisMachine && (address === newcomer || size > count))
      .sort(([, one], [, other]) => other.size - one.size)
    const [first] = addresses
    if (first) this.#reportTooMany(first[0], first[1].size)
    if (addresses.some(([address]) => this.#dropSilent(address))) return true
    const [address, sockets] = addresses.find(([one]) => !isTrusted(one)) ?? []
    if (!address || !sockets || sockets.size <= count + 1) return false
    this.#drop(address, [...sockets].at(-1))
    return true
  }

  /** Closes the oldest connection of an address that has sent nothing yet. Returns false if there is none. */
  #dropSilent(address: string): boolean {
    for (const socket of this.#byAddress.get(address) ?? []) {
      if (!isSilent(socket)) continue
      this.#drop(address, socket)
      return true
    }
    return false
  }

  #drop(address: string, socket: Socket | undefined): void {
    if (!socket) return
    this.#forget(address, socket)
    socket.destroy()
  }

  #forget(address: string, socket: Socket): void {
    const sockets = this.#byAddress.get(address)
    if (!sockets?.delete(socket)) return
    if (address !== thisMachine) this.#others -= 1
    if (sockets.size === 0) this.#byAddress.delete(address)
  }

  #reportTooMany(address: string, count: number): void {
    if (performance.now() < this.#nextNotice) return
    this.#nextNotice = performance.now() + noticeEvery
    this.options.report(
      new MachineError(
        `Hay demasiadas conexiones, ${count} desde ${address}: el kiosco cierra las que sobran`,
      ),
    )
  }
}

function isSilent({ bytesRead }: Socket): boolean {
  return bytesRead === 0
}

function addressOf({ remoteAddress = '' }: Socket): string {
  const address = remoteAddress.replace(/^::ffff:/, '')
  return isLoopbackName(address) ? thisMachine : address
}

/** The limits on the server's connections, derived from the file descriptors that the system allows. */
interface ConnectionLimits {
  /** The maximum for all other devices together. */
  others: number
  /** The maximum for one other device, or for all devices behind one NAT. */
  perAddress: number
  /** The maximum for this machine itself, reserved so that other devices never take these connections. */
  loopback: number
}

/** The usual limit of older systems, used if Node cannot tell how many descriptors the process may open. */
const usualDescriptors = 1024

/**
 * Reserves 128 descriptors for files, the database and modules that are loaded late, and a quarter of the rest for
 * this machine. A browser opens six connections at most: 700 are enough for a gate of 100 phones behind one NAT,
 * and 2,000 for more devices than one laptop serves.
 */
export function limitsFor(descriptors = usualDescriptors): ConnectionLimits {
  const room = descriptors - Math.min(128, Math.ceil(descriptors * 0.75))
  const loopback = Math.min(500, Math.max(8, Math.floor(room / 4)))
  const others = Math.min(2000, room - loopback)
  return { others, perAddress: Math.min(700, Math.ceil(others * 0.75)), loopback }
}

let known: { limit: number | undefined } | undefined

/**
 * Returns the number of files and connections that this process may have open, or undefined if Node cannot tell. Asks
 * once, because Node takes milliseconds to answer and the limit of a process stays.
 */
function descriptorLimit(): number | undefined {
  known ??= { limit: reportedLimit() }
  return known.limit
}

function reportedLimit(): number | undefined {
  // Windows has no such limit, and takes seconds to write the report.
  if (process.platform === 'win32') return undefined
  // Without this option the report resolves the names of all peers and waits for them. The types do not have it yet.
  Object.assign(process.report, { excludeNetwork: true })
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport()
  const { soft } = report.userLimits?.open_files ?? {}
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY
  return typeof soft === 'number' ? soft : undefined
}

/** The last response of each connection, and the connections in which a request waits for it. */
const latest = new WeakMap<Socket, ServerResponse>()
const waiting = new WeakSet<Socket>()

/**
 * An `onRequest` hook that lets one request at a time of a connection run. A client that has received a whole answer may
 * send the next request before the server has closed the file that it sent: that request waits. A connection with
 * further requests is closed, since no browser pipelines. When a connection breaks, Node does not report it to the
 * waiting requests, and the files that they had opened would stay open forever.
 */
export function oneAtATime(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const earlier = latest.get(socket)
  latest.set(socket, reply.raw)
  // A response has no socket while an earlier response still uses it.
  if (reply.raw.socket !== null || !earlier) {
    done()
    return
  }
  if (waiting.has(socket)) {
    reply.hijack()
    socket.destroy()
    return
  }
  waiting.add(socket)
  earlier.once('close', () => {
    waiting.delete(socket)
    if (reply.raw.socket === null) reply.hijack()
    else done()
  })
}

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
