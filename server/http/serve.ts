/** Registers the routes of the calls of the API, and enforces the role that each of them needs. */
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyPluginOptions,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify'
import { assetsPath, screens } from '#domain/api/addresses'
import type { Access, Call, WrittenAnswer } from '#domain/api/call'
import { type AnswerOf, type AnswersOf, type CallName, calls, type PartOf } from '#domain/api/calls'
import { NotFoundError } from '#domain/errors'
import { type PilotId, readPilotId } from '#domain/pilots/pilot-id'
import type { Stores } from '../store/shared/stores.ts'
import type { Guard } from './guard.ts'
import { answers } from './route-schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access that the table gives the route. */
    access?: Access
  }
}

/** A group of routes, which says what it needs. `server/app.ts` hands it over. */
export type Routes<Needs extends FastifyPluginOptions> = FastifyPluginAsync<Needs>

interface RouteOf<Name extends CallName> {
  Params: PartOf<Name, 'params'>
  Querystring: PartOf<Name, 'query'>
  Body: PartOf<Name, 'body'>
}

/** A reply, if the route writes the answer itself. */
type Written<Answers> = Answers extends WrittenAnswer ? FastifyReply | Buffer | string : never

type Handler<Name extends CallName> = (
  request: FastifyRequest<RouteOf<Name>>,
  reply: FastifyReply,
) => AnswerOf<Name> extends undefined ? Promise<void> : Promise<AnswerOf<Name> | Written<AnswersOf<Name>>>

/**
 * Registers the route of a call, whose schema follows from the definition. `handler` returns the answer, and sets its
 * status only if the call has several.
 */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  hooks: Pick<RouteShorthandOptions, 'onRequest' | 'preValidation'> = {},
): void {
  const { role: _, query, bodyLimit, answers: expected, ...schema }: Call = calls[name]
  const [method = '', url = ''] = name.split(' ')
  const [status, ...others] = Object.keys(expected)
  app.route<RouteOf<Name>>({
    method,
    url,
    schema: { ...schema, ...(query && { querystring: query }), response: answers(expected) },
    bodyLimit,
    ...hooks,
    handler(request, reply) {
      if (others.length === 0) reply.code(Number(status))
      return handler(request, reply)
    },
  })
}

/** Returns the identifier in a request. @throws NotFoundError if no pilot can have such an identifier */
export function requireId(text: string): PilotId {
  const id = readPilotId(text)
  if (!id) throw new NotFoundError()
  return id
}

/** Runs `work` after each erasure of a person, until the server stops. */
export function onErasure(
  app: FastifyInstance,
  { erasures }: Pick<Stores, 'erasures'>,
  work: () => Promise<void>,
): void {
  const unsubscribe = erasures.subscribe(work)
  app.addHook('onClose', async () => unsubscribe())
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
