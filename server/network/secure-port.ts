/**
 * The https port of a server, on which phones let a gate use the camera. Its certificate is signed by itself: no authority
 * knows a laptop in a network without internet, so that each phone asks once whether to go on.
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
  /** The file of the key and the certificate, as PEM. */
  file: string
  /** The address that phones use. */
  address: string
  /** Further names and addresses of the machine. */
  hosts: readonly string[]
  report: (error: Error) => void
}

export interface SecurePort {
  port: number
  /** Waits for the running requests until `deadline`, a time in milliseconds. */
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
      const late = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - Date.now()))
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

/**
 * Returns the key and the certificate of the file. Makes new ones if it has none, if they end within a month or if they
 * are not for the address.
 */
async function certificateIn({ file, address, hosts }: SecurePortOptions): Promise<string> {
  const stored = await readPlain(file).then(String, () => undefined)
  if (stored !== undefined && isUsable(stored, address)) return stored
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
  // A database has no folder on this machine yet.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const pem = `${key.trim()}\n${cert.trim()}\n`
  await writeAtomically(file, pem)
  return pem
}

/** Returns true for a key and a certificate of the address that are valid for another month. */
function isUsable(pem: string, address: string): boolean {
  try {
    const certificate = new X509Certificate(pem)
    const isFor = isIP(address) ? certificate.checkIP(address) : certificate.checkHost(address)
    const isValid = Date.parse(certificate.validTo) - Date.now() > 30 * day
    return isFor !== undefined && isValid && pem.includes('PRIVATE KEY')
  } catch {
    return false
  }
}

/** Returns the Spanish message that says why gates have no https, and what works all the same. */
export function withoutSecurePort(error: unknown, port: number): string {
  const { message } = asError(error)
  const isTaken = (error as { code?: unknown }).code === 'EADDRINUSE'
  const why = isTaken ? `el puerto ${port} está en uso` : message
  return `Las puertas van sin cámara en vivo, con Foto y Código, porque no se abrió el puerto seguro: ${why}. Elija otro con --https-port`
}
