/**
 * Access control. The role of a request is that of its session, and the laptop itself and its commands are admins.
 * Requests from pages of other sites are refused: pages that reach the server under a host name of their own (DNS
 * rebinding), pages that send it a form (cross-site request forgery), and pages that use the access rights of the laptop.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiPath, isLoopbackName, secretHeader, sessionPath } from '#domain/api/addresses'
import { ForbiddenError, UnauthorizedError } from '#domain/errors'
import { deviceName } from '#domain/staff/accounts'
import { isFromLaptop, type ProxySign, plainHost } from '#domain/staff/local-access'
import { atTheLaptop, inTheTerminal, permits, type Role, roleRefusal } from '#domain/staff/roles'
import { machineNames, type PublicAddress } from '../network/public-address.ts'
import type { Availability } from '../store/availability.ts'
import type { Account } from '../store/documents/accounts.ts'
import {
  portOfSession,
  type SessionPort,
  type SessionStore,
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
  /** Returns the phone or laptop of the request, for people. */
  deviceOf(request: FastifyRequest): string
  /** Returns true for the staff of the desk: the roles mesa and admin. */
  isStaff(request: FastifyRequest): boolean
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
  /** Returns true for a request from a command on this machine, which is an admin wherever the laptop needs a session. */
  isTerminal?: (request: FastifyRequest) => boolean
}

export function createGuard(
  sessions: SessionStore,
  { availability, requireLogin = false, proxySign, isTerminal = () => false }: GuardOptions,
): Guard {
  const users = new WeakMap<FastifyRequest, SessionUser>()
  const find = (request: FastifyRequest) => users.get(request)
  const isAtTheLaptop = ({ socket: { remoteAddress }, hostname, headers }: FastifyRequest) =>
    isFromLaptop({ remoteAddress, hostname, headerNames: Object.keys(headers) }, proxySign)
  const needsNoSession = (request: FastifyRequest) =>
    isTerminal(request) || (!requireLogin && isAtTheLaptop(request))
  const roleOf = (request: FastifyRequest) => (needsNoSession(request) ? 'admin' : find(request)?.role)
  return {
    userOf: (request) => find(request)?.user,
    roleOf,
    gateOf: (request) => find(request)?.gate,
    sinceOf: (request) => (needsNoSession(request) ? undefined : find(request)?.since),
    authorOf: (request) => find(request)?.user ?? (isTerminal(request) ? inTheTerminal : atTheLaptop),
    deviceOf: (request) =>
      isAtTheLaptop(request) ? atTheLaptop : deviceName(request.headers['user-agent'], request.ip),
    isStaff(request) {
      const role = roleOf(request)
      return role !== undefined && permits(role, 'mesa')
    },
    isTrustedLaptop: needsNoSession,
    trustsLaptop: !requireLogin && proxySign === undefined,
    isExempt: (request) => isTerminal(request) || isAtTheLaptop(request) || find(request) !== undefined,
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

/**
 * Returns the check that every request must pass. `hasSecret` returns true for a request from a command on this
 * machine, which is exempt from the checks of the origin.
 * @throws ForbiddenError, from the returned function
 */
export function refuseOtherSites(
  address: PublicAddress,
  hasSecret: (request: FastifyRequest) => boolean,
): (request: FastifyRequest) => void {
  return (request) => {
    if (!isBareAddress(request.hostname) && !isOurName(request.hostname, address)) {
      throw new ForbiddenError('Esta dirección no es la del kiosco: ábralo con la que dice la laptop')
    }
    if (hasSecret(request)) return
    if (isWrite(request) && !comesFromOwnPage(request, address))
      throw new ForbiddenError('Solo las páginas del kiosco pueden guardar en él')
    if (isFromAnotherSite(request) && !isOpenToOtherSites(request))
      throw new ForbiddenError('Solo las páginas del kiosco pueden leer esto de él')
  }
}

/** Returns true for a loopback name or an IP address, which a page of another site cannot have as its own host. */
function isBareAddress(hostname: string): boolean {
  const name = plainHost(hostname)
  return isLoopbackName(name) || isIP(name) !== 0
}

/** Returns true for a name of the laptop and for the host of the public URL. */
function isOurName(hostname: string, address: PublicAddress): boolean {
  return [...machineNames(), new URL(address.url()).hostname].includes(plainHost(hostname))
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/**
 * Returns true if the browser reports that a page of another site sent the request. Browsers send `Sec-Fetch-Site`
 * to https and to localhost, but not over plain http on a LAN, where the `SameSite=Strict` cookie of the session
 * protects.
 */
function isFromAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Returns true for pages and photos, so that links from any site work, and for the API requests of a scanned QR. */
function isOpenToOtherSites({ routeOptions, query }: FastifyRequest): boolean {
  const path = routeOptions.url?.replace(/\/$/, '') ?? ''
  if (!path.startsWith(apiPath) || path === sessionPath) return true
  const { list, qr } = query as Record<string, unknown>
  return path === apiPath && (qr !== undefined || list !== 'all')
}

/**
 * Returns true if `Sec-Fetch-Site` says so or, if that header is missing, if `Origin` is an origin of the server.
 * Over plain http on a LAN, browsers send only `Origin`.
 */
function comesFromOwnPage({ headers, host, protocol }: FastifyRequest, address: PublicAddress): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin = '' } = headers
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  const own = new URL(address.url())
  // A proxy may have replaced the name in `Host`.
  if (origin === own.origin) return true
  const schemes = ['http:', own.protocol, `${protocol}:`]
  return url?.origin === origin && schemes.includes(url.protocol) && url.host === canonical(host)
}

/** Returns a host as an origin spells it: in lower case, and without the default port of http. */
function canonical(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined
}

/** Authenticates a command on this machine by the server's secret and by the machine's own address. */
export function hasSecret({ headers, socket }: FastifyRequest, secret: string): boolean {
  const given = headers[secretHeader]
  return typeof given === 'string' && isThisMachine(socket) && secretsMatch(given, secret)
}

/** Returns true if the caller is on loopback or has the address that it calls. */
function isThisMachine({ remoteAddress = '', localAddress }: Socket): boolean {
  return isLoopbackName(remoteAddress.replace(/^::ffff:/, '')) || remoteAddress === localAddress
}

/** Compares in constant time, also if the lengths differ. */
function secretsMatch(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
