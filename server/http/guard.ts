/** Access control: the role of a request is that of its session, and the laptop itself is an admin. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ForbiddenError, UnauthorizedError } from '#domain/errors'
import { isFromLaptop, type ProxySign } from '#domain/staff/local-access'
import { atTheLaptop, permits, type Role, roleRefusal } from '#domain/staff/roles'
import type { PublicAddress } from '../network/public-address.ts'
import type { Availability } from '../store/availability.ts'
import type { Account } from '../store/documents/accounts.ts'
import type { SessionStore } from '../store/documents/sessions.ts'
import {
  portOfSession,
  type SessionPort,
  type SessionUser,
  sessionSeconds,
} from '../store/documents/sessions.ts'
import { cookieHeader, deviceHeader, needsSecureCookie, portOf, readCookie } from './cookies.ts'

/** The names of the session's cookie. A browser lets no page over http set one with the prefix `__Host-` (RFC 6265bis). */
const sessionCookies: Readonly<Record<SessionPort, string>> = {
  http: 'pilotos_session',
  https: '__Host-pilotos_session',
}

export interface Guard {
  /** Returns the name of the account that the request is signed in with, or undefined if it is not signed in. */
  userOf(request: FastifyRequest): string | undefined
  /** Returns the role of the request: the laptop itself is an admin. Undefined if it needs a session and has none. */
  roleOf(request: FastifyRequest): Role | undefined
  /** Returns the gate of a paired phone, or undefined for any other request. */
  gateOf(request: FastifyRequest): string | undefined
  /** Returns the time at which the session of the request began. Undefined for the laptop itself, which needs none. */
  sinceOf(request: FastifyRequest): string | undefined
  /** Returns the author of a change, for the history: see `roles.ts`. */
  authorOf(request: FastifyRequest): string
  /** Returns true for the staff of the desk: the roles mesa and admin. */
  isStaff(request: FastifyRequest): boolean
  /** Returns true if the request comes from the laptop itself. */
  isAtTheLaptop(request: FastifyRequest): boolean
  /** Returns true if the request comes from the laptop itself and needs no session. */
  isTrustedLaptop(request: FastifyRequest): boolean
  /** True if the laptop itself needs no session, so that there is always an admin. */
  readonly trustsLaptop: boolean
  /** Returns true for requests that no limit by address counts: requests of any role and of the laptop itself. */
  isExempt(request: FastifyRequest): boolean
  /** @throws UnauthorizedError without a session, ForbiddenError if the role may not do this */
  requireRole(request: FastifyRequest, needed: Role): void
  /** Calls `listener` when a request has no longer its role. Returns a function that unsubscribes it. */
  onRoleEnd(request: FastifyRequest, listener: () => void): () => void
  /** Reads the session of a request. It must resolve before other methods are called. @throws UnavailableError */
  prepare(request: FastifyRequest): Promise<void>
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
  const users = new WeakMap<FastifyRequest, SessionUser>()
  const find = (request: FastifyRequest) => users.get(request)
  const isAtTheLaptop = ({ socket: { remoteAddress }, hostname, headers }: FastifyRequest) =>
    isFromLaptop({ remoteAddress, hostname, headerNames: Object.keys(headers) }, proxySign)
  const needsNoSession = (request: FastifyRequest) => !requireLogin && isAtTheLaptop(request)
  const roleOf = (request: FastifyRequest) => (needsNoSession(request) ? 'admin' : find(request)?.role)
  return {
    userOf: (request) => find(request)?.user,
    roleOf,
    gateOf: (request) => find(request)?.gate,
    sinceOf: (request) => (needsNoSession(request) ? undefined : find(request)?.since),
    authorOf: (request) => find(request)?.user ?? atTheLaptop,
    isStaff(request) {
      const role = roleOf(request)
      return role !== undefined && permits(role, 'mesa')
    },
    isAtTheLaptop,
    isTrustedLaptop: needsNoSession,
    trustsLaptop: !requireLogin && proxySign === undefined,
    isExempt: (request) => isAtTheLaptop(request) || find(request) !== undefined,
    async prepare(request) {
      const id = sessionOf(request)
      const user = id && (await availability.whileAvailable(() => sessions.find(id)))
      if (user) users.set(request, user)
    },
    requireRole(request, needed) {
      const role = roleOf(request)
      if (role === undefined) throw new UnauthorizedError()
      if (!permits(role, needed)) throw new ForbiddenError(roleRefusal(role, needed))
    },
    onRoleEnd(request, listener) {
      const id = sessionOf(request)
      const user = find(request)
      const canEnd = id !== undefined && user !== undefined && !needsNoSession(request)
      return canEnd ? sessions.onEnd(id, user, listener) : () => {}
    },
  }
}

/** Returns the id of the session that the request's cookie names for its port. It may have ended or never existed. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const port = portOf(request)
  const id = readCookie(request, sessionCookies[port])
  return id !== undefined && portOfSession(id) === port ? id : undefined
}

/** Returns the `Set-Cookie` header that starts a session, or that removes the cookie if `session` is undefined. */
function sessionHeader(port: SessionPort, session: string | undefined, isSecure: boolean): string {
  return cookieHeader({
    name: sessionCookies[port],
    value: session ?? '',
    path: '/',
    maxAge: session === undefined ? 0 : sessionSeconds,
    isSecure,
  })
}

/** Starts and ends the session of a browser: in the store, and in the cookies of the browser. */
export class BrowserSessions {
  constructor(
    private readonly sessions: SessionStore,
    private readonly address: PublicAddress,
  ) {}

  /** Signs a browser in, and makes it a known device of the account. Ends its previous session. */
  async start(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<void> {
    await this.#endStored(request)
    const port = portOf(request)
    const session = await this.sessions.start(account, port)
    const isSecure = this.#isSecure(request)
    reply.header('set-cookie', [
      sessionHeader(port, session, isSecure),
      deviceHeader(account, port, isSecure),
    ])
  }

  /** Signs a browser out. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#endStored(request)
    reply.header('set-cookie', sessionHeader(portOf(request), undefined, this.#isSecure(request)))
  }

  async #endStored(request: FastifyRequest): Promise<void> {
    const id = sessionOf(request)
    if (id) await this.sessions.end(id)
  }

  #isSecure(request: FastifyRequest): boolean {
    return needsSecureCookie(request, this.address.url())
  }
}
