/** Who may do what: staff are those at the laptop itself, and those who have signed in. */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { atTheLaptop } from '#domain/author'
import { UnauthorizedError } from '#domain/errors'
import { isFromLaptop, type ProxySign } from '#domain/web/local-access'
import type { Availability } from '../store/availability.ts'
import { type SessionStore, sessionSeconds } from '../store/contract/session-store.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import { Sessions } from './sessions.ts'

const sessionCookie = 'pilotos_session'

export interface Guard {
  /** The name that the request is signed in with. */
  userOf(request: FastifyRequest): string | undefined
  /** Who makes a change, for the history: see `author.ts`. */
  authorOf(request: FastifyRequest): string
  isStaff(request: FastifyRequest): boolean
  /** Whether the request comes from the laptop itself. */
  isAtTheLaptop(request: FastifyRequest): boolean
  /** Whether no limit by address counts the request: one of staff, or of the laptop itself. */
  isExempt(request: FastifyRequest): boolean
  /** @throws UnauthorizedError */
  requireStaff(request: FastifyRequest): void
  /** The same as an `onRequest` hook: who is refused need not have sent a body. */
  staffOnly(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void
  /** Calls `listener` once a request of staff is that no more, since its session has ended. Returns what stops that. */
  onStaffEnd(request: FastifyRequest, listener: () => void): () => void
  /** Looks up who a request is of, where that has to be waited for: before anything else is asked. Throws UnavailableError. */
  prepare?(request: FastifyRequest): Promise<void> | undefined
}

interface GuardOptions {
  availability: Availability
  /** Asks for a session on the laptop too. */
  requireLogin?: boolean
  /** Why loopback is not the laptop, where something forwards requests to the kiosk. */
  proxySign: ProxySign | undefined
}

export function createGuard(
  sessions: SessionStore,
  { availability, requireLogin = false, proxySign }: GuardOptions,
): Guard {
  const { userOf, prepare } =
    sessions instanceof Sessions ? atHand(sessions) : lookedUp(sessions, availability)
  const isAtTheLaptop = ({ socket: { remoteAddress }, hostname, headers }: FastifyRequest) =>
    isFromLaptop({ remoteAddress, hostname, headerNames: Object.keys(headers) }, proxySign)
  const needsNoSession = (request: FastifyRequest) => !requireLogin && isAtTheLaptop(request)
  const isStaff = (request: FastifyRequest) => needsNoSession(request) || userOf(request) !== undefined
  const requireStaff = (request: FastifyRequest) => {
    if (!isStaff(request)) throw new UnauthorizedError()
  }
  return {
    userOf,
    authorOf: (request) => userOf(request) ?? atTheLaptop,
    isStaff,
    isAtTheLaptop,
    isExempt: (request) => isAtTheLaptop(request) || isStaff(request),
    prepare,
    requireStaff,
    staffOnly(request, _reply, done) {
      requireStaff(request)
      done()
    },
    onStaffEnd(request, listener) {
      const id = sessionOf(request)
      return id === undefined || needsNoSession(request) ? () => {} : sessions.onEnd(id, listener)
    },
  }
}

type Lookup = Pick<Guard, 'userOf' | 'prepare'>

function atHand(sessions: Sessions): Lookup {
  return { userOf: (request) => sessions.userOf(sessionOf(request)) }
}

/** Sessions that other kiosks share are asked for once a request, and only where it names one. */
function lookedUp(sessions: SessionStore, availability: Availability): Lookup {
  const users = new WeakMap<FastifyRequest, string>()
  return {
    userOf: (request) => users.get(request),
    prepare(request) {
      const id = sessionOf(request)
      if (!id) return undefined
      return availability
        .whileAvailable(() => sessions.find(id))
        .then((user) => {
          if (user !== undefined) users.set(request, user)
        })
    },
  }
}

/** The session that a request says it belongs to. */
export function sessionOf(request: FastifyRequest): string | undefined {
  return readCookie(request, sessionCookie)
}

/** The `Set-Cookie` that begins a session, or that ends it where none is given. */
export function sessionHeader(session: string | undefined, isSecure: boolean): string {
  return cookieHeader({
    name: sessionCookie,
    value: session ?? '',
    path: '/',
    maxAge: session === undefined ? 0 : sessionSeconds,
    isSecure,
  })
}
