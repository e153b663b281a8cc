/** The role that each route needs, as the definition of its call says, and the hooks that enforce it. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { assetsPath, screens } from '#domain/api/addresses'
import type { Access, Call } from '#domain/api/call'
import { calls } from '#domain/api/calls'
import { NotFoundError } from '#domain/errors'
import type { Guard } from './guard.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that the table gives the route. */
    access?: Access
  }
}

/** The access of each route, by its method and path. A HEAD request needs what its GET needs. */
export const routeRoles: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(Object.values(screens).map((path) => [`GET ${path}`, 'public' as const])),
  [`GET ${assetsPath}*`]: 'public',
  ...Object.fromEntries(Object.entries<Call>(calls).map(([name, { role }]) => [name, role])),
}

/** Enforces the table for all routes that are registered afterwards. @throws Error for a route without a row */
export function enforceRoles(
  app: FastifyInstance,
  { guard, isTerminal }: { guard: Guard; isTerminal: (request: FastifyRequest) => boolean },
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: accessOf(route) }
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    // Fastify answers an address without a route by a handler that is no route.
    if (access === undefined && !request.is404) throw new Error(`${request.url} has no access`)
    if (access === 'terminal') {
      if (!isTerminal(request)) throw new NotFoundError('No existe esa dirección')
    } else if (access !== undefined && access !== 'public') guard.requireRole(request, access)
    done()
  })
}

function accessOf({ method, url }: RouteOptions): Access {
  const [first = ''] = [method].flat().map((one) => (one === 'HEAD' ? 'GET' : one))
  const key = `${first} ${url}`
  const access = routeRoles[key]
  if (access === undefined) throw new Error(`${key} is missing among the calls of server/domain/api/calls.ts`)
  return access
}
