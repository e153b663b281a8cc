/** How a command of this machine proves itself: with the secret of the kiosk, from the machine's own address. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopbackName, secretHeader } from '#domain/web/addresses'

export function hasSecret({ headers, socket }: FastifyRequest, secret: string): boolean {
  const given = headers[secretHeader]
  return typeof given === 'string' && isThisMachine(socket) && isSame(given, secret)
}

/** The caller is on loopback, or comes from the very address that it calls. */
function isThisMachine({ remoteAddress = '', localAddress }: Socket): boolean {
  return isLoopbackName(remoteAddress.replace(/^::ffff:/, '')) || remoteAddress === localAddress
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
