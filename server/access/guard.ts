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

/** What proxies add to what they pass on: RFC 7239, and the names that came before it. */
const forwarding =
  /^(forwarded|via|x-forwarded|x-original|x-real-ip|x-client-ip|x-cluster-client-ip|(cf-connecting|true-client|fly-client|fastly-client)-ip)/

/** The socket's own address and the Host are loopback, and nobody has forwarded the request. */
function isAtTheLaptop({ socket, hostname, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const forwarded = Object.keys(headers).some((name) => forwarding.test(name))
  return isLoopbackName(address) && isLoopbackName(hostname) && !forwarded
}
