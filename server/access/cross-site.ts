/**
 * Keeps other pages of a browser out: those that reach the kiosk under a name of their own (DNS rebinding), and
 * those that send it a form (cross-site request forgery).
 */
import { isIP } from 'node:net'
import { hostname as machineName } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isLoopbackName } from '#domain/addresses'
import { ForbiddenError } from '#domain/errors'
import type { PublicAddress } from '../public-address.ts'
import { Recent } from '../recent.ts'

/** Looks at every request; `hasSecret` tells a command of this machine. @throws ForbiddenError */
export function refuseOtherSites(
  address: PublicAddress,
  hasSecret: (request: FastifyRequest) => boolean,
): (request: FastifyRequest) => void {
  const hosts = new Recent<string, boolean>(maxHosts)
  return (request) => {
    const isBare = hosts.get(request.host, () => isBareAddress(request.hostname))
    if (!isBare && !isOurName(request.hostname, address)) {
      throw new ForbiddenError('Esta dirección no es la del kiosco: ábralo con la que dice la laptop')
    }
    if (!isWrite(request) || isSameOrigin(request, address) || hasSecret(request)) return
    throw new ForbiddenError('Solo las páginas del kiosco pueden guardar en él')
  }
}

const maxHosts = 100

/** A loopback name or a bare address, which no page of a browser can take for its own. */
function isBareAddress(hostname: string): boolean {
  const name = plain(hostname)
  return isLoopbackName(name) || isIP(name) !== 0
}

/** The laptop's own name, or the one that the desk has said. */
function isOurName(hostname: string, address: PublicAddress): boolean {
  const own = machineName().toLowerCase()
  return [own, `${own.split('.')[0]}.local`, new URL(address.url()).hostname].includes(plain(hostname))
}

function plain(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** What the browser says by itself, else by the page's origin; over plain http on a LAN it says only the latter. */
function isSameOrigin({ headers, host }: FastifyRequest, address: PublicAddress): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin = '' } = headers
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  const schemes = ['http:', new URL(address.url()).protocol]
  return url?.origin === origin && schemes.includes(url.protocol) && url.host === canonical(host)
}

/** A host as an origin spells it: lower case, and without the port that http has anyway. */
function canonical(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined
}
