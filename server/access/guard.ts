/** Access control: staff are the people at the laptop itself and the people who have signed in. */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { atTheLaptop } from '#domain/author'
import { UnauthorizedError } from '#domain/errors'
import { isFromLaptop, type ProxySign } from '#domain/web/local-access'
import type { Availability } from '../store/availability.ts'
import { type SessionStore, sessionSeconds } from '../store/contract/session-store.ts'
import { cookieHeader, readCookie } from './cookies.ts'

const sessionCookie = 'pilotos_session'

export interface Guard {
  /** Returns the name of the account that the request is signed in with, or undefined if it is not signed in. */
  userOf(request: FastifyRequest): string | undefined
  /** Returns the author of a change, for the history: see `author.ts`. */
  authorOf(request: FastifyRequest): string
  isStaff(request: FastifyRequest): boolean
  /** Returns true if the request comes from the laptop itself. */
  isAtTheLaptop(request: FastifyRequest): boolean
  /** Returns true for requests that no limit by address counts: requests of staff and of the laptop itself. */
  isExempt(request: FastifyRequest): boolean
  /** @throws UnauthorizedError */
  requireStaff(request: FastifyRequest): void
  /** Does the check of `requireStaff` as an `onRequest` hook, before a body is read. @throws UnauthorizedError */
  staffOnly(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void
  /** Calls `listener` when the session of a staff request has ended. Returns a function that unsubscribes it. */
  onStaffEnd(request: FastifyRequest, listener: () => void): () => void
  /**
   * Reads the user of a request from a store that is not in memory. It must resolve before other methods are called.
   * @throws UnavailableError
   */
  prepare?(request: FastifyRequest): Promise<void> | undefined
}

interface GuardOptions {
  availability: Availability
  /** Requires a session on the laptop too. */
  requireLogin?: boolean
  /** The sign that something forwards requests to the server, so that loopback does not mean the laptop. */
  proxySign: ProxySign | undefined
}

export function createGuard(
  sessions: SessionStore,
  { availability, requireLogin = false, proxySign }: GuardOptions,
): Guard {
  const { userOf, prepare } = sessions.peek
    ? inMemoryLookup((id) => sessions.peek?.(id))
    : sharedLookup(sessions, availability)
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

function inMemoryLookup(peek: (id: string) => string | undefined): Lookup {
  return {
    userOf(request) {
      const id = sessionOf(request)
      return id ? peek(id) : undefined
    },
  }
}

/** Reads sessions that several servers share: once per request, and only if the request names a session. */
function sharedLookup(sessions: SessionStore, availability: Availability): Lookup {
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

/** Returns the id of the session that the request's cookie names, which may have ended or never existed. */
export function sessionOf(request: FastifyRequest): string | undefined {
  return readCookie(request, sessionCookie)
}

/** Returns the `Set-Cookie` header that starts a session, or that removes the cookie if `session` is undefined. */
export function sessionHeader(session: string | undefined, isSecure: boolean): string {
  return cookieHeader({
    name: sessionCookie,
    value: session ?? '',
    path: '/',
    maxAge: session === undefined ? 0 : sessionSeconds,
    isSecure,
  })
}
