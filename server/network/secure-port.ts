/**
 * The https port of a server, on which phones let a gate use the camera. Its certificate is signed by itself: no authority
 * knows a laptop in a network without internet, so that each phone asks once whether to go on. The https of a gate has a
 * certificate of the laptop itself: one of an authority needs internet, or minutes on every phone.
 */
import { X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, isIP, type Socket } from 'node:net'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { asError } from '#domain/errors'
import { writeAtomically } from '../files/atomic-file.ts'
import { readPlain } from '../files/plain-file.ts'
import { Connections } from './connections.ts'

interface SecurePortOptions {
  /** The system chooses a free port for 0. */
  port: number
  host: string
  /** The file of the keys and the certificates, as PEM: those of the address first. */
  file: string
  /** The address that phones use. */
  address: string
  /** Further names and addresses of the machine. */
  hosts: readonly string[]
  report: (error: Error) => void
}

export interface SecurePort {
  port: number
  /** Waits for the running requests until `deadline`, a time of `performance.now()`. */
  close(deadline: number): Promise<void>
}

/** Answers the requests of `app` over https as well. @throws Error if the port is taken or no certificate can be made */
export async function openSecurePort(app: FastifyInstance, options: SecurePortOptions): Promise<SecurePort> {
  const { port, host, report } = options
  const pem = await certificateIn(options)
  const server = createServer({ key: pem, cert: pem, ...limits }, app.routing)
  new Connections(server, { report })
  const unasked = withoutRequest(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close(deadline) {
      const closed = new Promise((resolve) => server.close(resolve))
      const late = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - performance.now()))
      server.closeIdleConnections()
      for (const socket of unasked) socket.destroy()
      await closed
      clearTimeout(late)
    },
  }
}

/** Returns the open connections that have sent no request yet, such as those that browsers open in advance. */
function withoutRequest(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('secureConnection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ socket }) => sockets.delete(socket))
  return sockets
}

/** The limits of a request, which are those of the other port: see `serverOptions`. */
const limits = {
  maxHeaderSize: 16 * 1024,
  requestTimeout: 120_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 30_000,
}

const day = 24 * 60 * 60 * 1000

/** The validity of a certificate, in days. Phones refuse more than 825: https://support.apple.com/103769 */
const validDays = 800

/** The most addresses whose certificates are kept: a laptop goes to few networks, and comes back to them. */
const maxAddresses = 20

/**
 * Returns the key and the certificate of the address. The file keeps those of other addresses behind them: phones that have
 * allowed a certificate need not allow another one when the laptop is back in their network. Makes new ones if the file has
 * none for the address, or if they end within a month.
 */
async function certificateIn(options: SecurePortOptions): Promise<string> {
  const { file, address } = options
  const stored = await readPlain(file).then(String, () => '')
  const pairs = stored.match(/-----BEGIN PRIVATE KEY-----[\s\S]+?-----END CERTIFICATE-----\n/g) ?? []
  const usable = pairs.filter((pair) => isUsable(pair, address))
  // A laptop in two networks has a certificate for both of them.
  const pem = usable.find((pair) => isOwn(pair, address)) ?? usable[0] ?? (await newCertificate(options))
  const others = pairs.filter((pair) => pair !== pem && isUsable(pair))
  const kept = [pem, ...others].slice(0, maxAddresses).join('')
  if (kept === stored) return pem
  // A database has no folder on this machine yet.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeAtomically(file, kept)
  return pem
}

async function newCertificate({ address, hosts }: SecurePortOptions): Promise<string> {
  // Loads when it is needed: once on each laptop.
  const { generate } = await import('selfsigned')
  const names = [...new Set([address, ...hosts])].filter((name) => /^[\w.:-]+$/.test(name))
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'PilotOS' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * day),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  })
  return `${key.trim()}\n${cert.trim()}\n`
}

/** Returns true for a key and a certificate that are valid for another month, and for the address if one is given. */
function isUsable(pem: string, address?: string): boolean {
  try {
    const certificate = new X509Certificate(pem)
    const isFor = isIP(address ?? '') ? certificate.checkIP : certificate.checkHost
    const isValid = Date.parse(certificate.validTo) - Date.now() > 30 * day
    return isValid && (address === undefined || isFor.call(certificate, address) !== undefined)
  } catch {
    return false
  }
}

/** Returns true for a certificate that was made for the address: it is the first one of its names. */
function isOwn(pem: string, address: string): boolean {
  const [first = ''] = new X509Certificate(pem).subjectAltName?.split(', ') ?? []
  return first.endsWith(`:${address}`)
}

/** Returns the Spanish message that says why gates have no https, and what works all the same. */
export function withoutSecurePort(error: unknown, port: number): string {
  const { message } = asError(error)
  const isTaken = (error as { code?: unknown }).code === 'EADDRINUSE'
  const why = isTaken ? `el puerto ${port} está en uso` : message
  return `Las puertas van sin cámara en vivo, con Foto y Código, porque no se abrió el puerto seguro: ${why}. Elija otro con --https-port`
}
