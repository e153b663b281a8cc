/**
 * Keeps pages of other sites out: those that reach the kiosk under a name of their own (DNS rebinding), those that
 * send it a form (cross-site request forgery), and those that make it work with the rights of the laptop.
 */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from '#domain/errors'
import { apiPath, isLoopbackName, sessionPath } from '#domain/web/addresses'
import { plainHost } from '#domain/web/local-access'
import { FifoCache } from '../async/fifo-cache.ts'
import { machineNames, type PublicAddress } from '../network/public-address.ts'

/** Looks at every request; `hasSecret` tells a command of this machine. @throws ForbiddenError */
export function refuseOtherSites(
  address: PublicAddress,
  hasSecret: (request: FastifyRequest) => boolean,
): (request: FastifyRequest) => void {
  const hosts = new FifoCache<string, boolean>(maxHosts)
  return (request) => {
    const isBare = hosts.get(request.host, () => isBareAddress(request.hostname))
    if (!isBare && !isOurName(request.hostname, address)) {
      throw new ForbiddenError('Esta dirección no es la del kiosco: ábralo con la que dice la laptop')
    }
    if (hasSecret(request)) return
    if (isWrite(request) && !isSameOrigin(request, address))
      throw new ForbiddenError('Solo las páginas del kiosco pueden guardar en él')
    if (isFromAnotherSite(request) && !isOpenToOtherSites(request))
      throw new ForbiddenError('Solo las páginas del kiosco pueden leer esto de él')
  }
}

const maxHosts = 100

/** A loopback name or a bare address, which no page of a browser can take for its own. */
function isBareAddress(hostname: string): boolean {
  const name = plainHost(hostname)
  return isLoopbackName(name) || isIP(name) !== 0
}

/** The laptop's own name, or the one that the desk has said. */
function isOurName(hostname: string, address: PublicAddress): boolean {
  return [...machineNames(), new URL(address.url()).hostname].includes(plainHost(hostname))
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/**
 * Whether a browser says that a page of another site asks. It says so to https and to localhost, not over plain http
 * on a LAN: there the session protects, whose cookie is `SameSite=Strict`.
 */
function isFromAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Pages and photos, so that a link leads here from anywhere; and of the API, what the scan of a QR asks for. */
function isOpenToOtherSites({ routeOptions, query }: FastifyRequest): boolean {
  const path = routeOptions.url?.replace(/\/$/, '') ?? ''
  if (!path.startsWith(apiPath) || path === sessionPath) return true
  const { list, qr } = query as Record<string, unknown>
  return path === apiPath && (qr !== undefined || list !== 'all')
}

/** What the browser says by itself, else by the page's origin; over plain http on a LAN it says only the latter. */
function isSameOrigin({ headers, host }: FastifyRequest, address: PublicAddress): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin = '' } = headers
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  const own = new URL(address.url())
  // A proxy may have put another name into Host.
  if (origin === own.origin) return true
  const schemes = ['http:', own.protocol]
  return url?.origin === origin && schemes.includes(url.protocol) && url.host === canonical(host)
}

/** A host as an origin spells it: lower case, and without the port that http has anyway. */
function canonical(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined
}
