/**
 * Rejects requests from pages of other sites: pages that reach the server under a host name of their own (DNS
 * rebinding), pages that send it a form (cross-site request forgery), and pages that use the access rights of the
 * laptop.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { apiPath, isLoopbackName, secretHeader, sessionPath } from '#domain/api/addresses'
import { ForbiddenError } from '#domain/errors'
import { plainHost } from '#domain/staff/local-access'
import { machineNames, type PublicAddress } from '../network/public-address.ts'

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
    if (isWrite(request) && !isSameOrigin(request, address))
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
function isSameOrigin({ headers, host, protocol }: FastifyRequest, address: PublicAddress): boolean {
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
