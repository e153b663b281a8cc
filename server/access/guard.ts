/** Who may do what: staff are those at the laptop itself, and those who have signed in. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { isLoopbackName } from '#domain/addresses'
import { atTheLaptop } from '#domain/author'
import { UnauthorizedError } from '#domain/errors'
import { type Sessions, sessionSeconds } from './sessions.ts'

const sessionCookie = 'pilotos_session'

export interface Guard {
  /** The name that the request is signed in with. */
  userOf(request: FastifyRequest): string | undefined
  /** Who makes a change, for the history: see `author.ts`. */
  authorOf(request: FastifyRequest): string
  isStaff(request: FastifyRequest): boolean
  /** Whether the request comes from the laptop itself. */
  isAtTheLaptop(request: FastifyRequest): boolean
  /** @throws UnauthorizedError */
  requireStaff(request: FastifyRequest): void
  /** The same as an `onRequest` hook: who is refused need not have sent a body. */
  staffOnly(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void
}

/** `requireLogin` asks for a session on the laptop too. */
export function createGuard(sessions: Sessions, { requireLogin = false }: { requireLogin?: boolean }): Guard {
  const userOf = (request: FastifyRequest) => sessions.userOf(sessionOf(request))
  const isStaff = (request: FastifyRequest) =>
    (!requireLogin && isAtTheLaptop(request)) || userOf(request) !== undefined
  const requireStaff = (request: FastifyRequest) => {
    if (!isStaff(request)) throw new UnauthorizedError()
  }
  return {
    userOf,
    authorOf: (request) => userOf(request) ?? atTheLaptop,
    isStaff,
    isAtTheLaptop,
    requireStaff,
    staffOnly(request, _reply, done) {
      requireStaff(request)
      done()
    },
  }
}

/** The session that a request says it belongs to. */
export function sessionOf({ headers }: FastifyRequest): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[sessionCookie]
}

/** The `Set-Cookie` that begins a session, or that ends it where none is given. */
export function sessionHeader(session?: string): string {
  return stringifySetCookie({
    name: sessionCookie,
    value: session ?? '',
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    maxAge: session === undefined ? 0 : sessionSeconds,
  })
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
