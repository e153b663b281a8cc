/** Reads the identifier of the order that a request gives. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Call, orderHeader } from '#domain/api/call'
import { type CallName, calls } from '#domain/api/calls'
import { MalformedError } from '#domain/errors'
import { canonicalText, isObject } from '#domain/text/text'
import type { GivenOrder } from '../store/shared/order-steps.ts'

/** The identifiers of lines of money that follow from one have spaces: no order names such a line. */
const form = /^[\w-]{8,40}$/

/** Returns the identifier of an order, if it has one. @throws MalformedError */
export function orderIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const id = headers[orderHeader]
  if (id === undefined || (typeof id === 'string' && form.test(id))) return id
  throw new MalformedError(
    `${orderHeader} no es el identificador de un pedido: tiene de 8 a 40 letras, cifras, - y _`,
  )
}

/**
 * Returns true for a call whose orders have an identifier. Files and forms may come without one, as that of a rider does
 * (specification, section 7), and so may what people without an account and the commands of this machine ask for.
 */
export function needsOrderId(name: CallName): boolean {
  const { role, consumes }: Call = calls[name]
  return !name.startsWith('GET ') && !consumes && role !== 'public' && role !== 'terminal'
}

/**
 * Returns the order of a request that has an identifier for it, with the digest of all that it says. A file that a route
 * reads by itself is no order.
 *
 * @throws MalformedError if the identifier has another form, or is absent and needed
 */
export function orderOf(
  { headers, params, query, body }: FastifyRequest,
  name: CallName,
): GivenOrder | undefined {
  if (name.startsWith('GET ') || isFile(body, headers['content-type'])) return undefined
  const id = orderIdOf({ headers })
  if (id === undefined) {
    if (!needsOrderId(name)) return undefined
    throw new MalformedError(
      `Falta ${orderHeader}: el pedido va con un identificador propio, con el que se hace una sola vez aunque se repita`,
    )
  }
  const { isKept }: Call = calls[name]
  const said = [name, params, query, body && withoutPictures(body)]
  return { id, digest: digest(canonicalText(said) ?? ''), isKept: isKept === true }
}

function isFile(body: unknown, type = ''): boolean {
  return isObject(body) ? Object.getPrototypeOf(body) !== Object.prototype : type.startsWith('multipart/')
}

function withoutPictures(body: object): Record<string, unknown> {
  const entries = Object.entries(body)
  return Object.fromEntries(entries.map(([name, one]) => [name, Buffer.isBuffer(one) ? digest(one) : one]))
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url')
}
