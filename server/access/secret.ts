/** Authenticates a command on this machine by the server's secret and by the machine's own address. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopbackName, secretHeader } from '#domain/web/addresses'

export function hasSecret({ headers, socket }: FastifyRequest, secret: string): boolean {
  const given = headers[secretHeader]
  return typeof given === 'string' && isThisMachine(socket) && isSame(given, secret)
}

/** Returns true if the caller is on loopback or has the address that it calls. */
function isThisMachine({ remoteAddress = '', localAddress }: Socket): boolean {
  return isLoopbackName(remoteAddress.replace(/^::ffff:/, '')) || remoteAddress === localAddress
}

/** Compares in constant time, also if the lengths differ. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
