/** Limits the open connections of a server, so that no device takes memory or descriptors from the others. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { MachineError } from '#domain/errors'
import { isLoopbackName } from '#domain/web/addresses'
import { type ConnectionLimits, descriptorLimit, limitsFor } from './connection-limits.ts'

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
