/** Who may do what: staff are those at the laptop itself, and those who have signed in. */
import type { FastifyRequest } from 'fastify'
import { isLoopbackName } from '#domain/addresses'
import { UnauthorizedError } from '#domain/errors'
import type { Sessions } from './sessions.ts'

export const sessionCookie = 'pilotos_session'

export interface Guard {
  /** The name that the request is signed in with. */
  userOf(request: FastifyRequest): string | undefined
  isStaff(request: FastifyRequest): boolean
  /** Whether the request comes from the laptop itself. */
  isAtTheLaptop(request: FastifyRequest): boolean
  /** For the `onRequest` of what only staff may call. @throws UnauthorizedError */
  requireStaff(request: FastifyRequest): Promise<void>
}

/** `requireLogin` asks for a session on the laptop too. */
export function createGuard(sessions: Sessions, { requireLogin = false }: { requireLogin?: boolean }): Guard {
  const userOf = (request: FastifyRequest) => sessions.userOf(request.cookies[sessionCookie])
  const isStaff = (request: FastifyRequest) =>
    (!requireLogin && isAtTheLaptop(request)) || userOf(request) !== undefined
  return {
    userOf,
    isStaff,
    isAtTheLaptop,
    async requireStaff(request) {
      if (!isStaff(request)) throw new UnauthorizedError()
    },
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** The socket's own address and the Host are loopback, and nobody has forwarded the request. */
function isAtTheLaptop({ socket, hostname, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const forwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  return isLoopbackName(address) && isLoopbackName(hostname) && !forwarded
}
