/** Assembles the server: its stores, access rules and routes, without a port. */
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { assetsPath } from '#domain/api/addresses'
import { print } from './credential/routes.ts'
import { day } from './desk/day-routes.ts'
import { terminal } from './desk/remote-store-routes.ts'
import { backups, brand, restores, settings } from './desk/routes.ts'
import { report } from './events/report-routes.ts'
import { entries, events } from './events/routes.ts'
import { passages } from './gate/routes.ts'
import { changes } from './http/change-feed-routes.ts'
import { hasSecret, refuseOtherSites } from './http/cross-site.ts'
import { ErrorReplies } from './http/error-replies.ts'
import { dataHeaders } from './http/headers.ts'
import { collectRoutes, openApi } from './http/open-api.ts'
import { enforceRoles } from './http/route-roles.ts'
import { compileSerializer, compileValidator, enforceBodies } from './http/route-schemas.ts'
import { imports, undoneImports } from './import/routes.ts'
import { merges } from './merge/routes.ts'
import { Connections, oneAtATime, proxyMatcher } from './network/connections.ts'
import { credentialPage, isForPeople, pages, readPage } from './pages.ts'
import { pictures } from './photos/routes.ts'
import { exports, personalData, timing } from './pilots/export-routes.ts'
import { api } from './pilots/registration-routes.ts'
import { pilots } from './pilots/routes.ts'
import { erasures } from './privacy/erasure-routes.ts'
import { retention } from './privacy/routes.ts'
import { type AppOptions, createServices, type Services } from './services.ts'
import { accounts } from './staff/account-routes.ts'
import { session } from './staff/routes.ts'

/** The routes of the API, in the order of its description. */
const apiRoutes = [
  api,
  pilots,
  changes,
  imports,
  undoneImports,
  exports,
  personalData,
  timing,
  print,
  session,
  accounts,
  settings,
  passages,
  events,
  entries,
  report,
  retention,
  erasures,
  brand,
  backups,
  restores,
  day,
  merges,
  pictures,
  terminal,
]

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const page = await readPage(options)
  const services = createServices(options, await options.stores.settings.watch(), page)
  const errors = new ErrorReplies(services.guard, page, options.report)
  const app = fastify({ ...serverOptions(options), ...errors.hooks })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler<FastifyError>((error, request, reply) => errors.send(error, request, reply))
  addRequestHooks(app, services)
  const connections = new Connections(app.server, {
    report: options.report,
    isTrusted: proxyMatcher(options.trustProxy ?? []),
  })
  app.addHook('preClose', () => connections.closeAsTheyEnd())
  if (!options.workers) app.addHook('onClose', () => services.workers.close())
  const routes = collectRoutes(app)
  for (const group of apiRoutes) await app.register(group, services)
  await app.register(openApi, { routes })
  for (const group of [pages, credentialPage]) await app.register(group, services)
  return app
}

/** Adds the checks that every request passes before its route. */
function addRequestHooks(app: FastifyInstance, services: Services): void {
  const { guard, address, secret, writePause } = services
  const isTerminal = (request: FastifyRequest) => hasSecret(request, secret)
  const refuseOthers = refuseOtherSites(address, isTerminal)
  app.addHook('onRequest', oneAtATime)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(dataHeaders)
    refuseOthers(request)
    done()
  })
  app.addHook('onRequest', async (request) => {
    // Assets need no session, and pages look it up themselves, with a time limit.
    const needsNone = request.url.startsWith(assetsPath) || isForPeople(request)
    if (!needsNone) await guard.prepare(request)
  })
  enforceRoles(app, { guard, isTerminal })
  enforceBodies(app)
  app.addHook('preHandler', async (request) => writePause.enter(request))
  // A change is stored before it is answered, and a download may take long.
  app.addHook('onSend', async (request) => writePause.leave(request))
  app.addHook('onResponse', async (request) => writePause.leave(request))
}

/** The limits of a request, so that a client that sends a byte a minute does not hold a connection. */
function serverOptions({ headTimeout = 15_000, trustProxy = [] }: AppOptions) {
  return {
    ...(trustProxy.length > 0 && { trustProxy }),
    forceCloseConnections: 'idle' as const,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    bodyLimit: 1024 * 1024,
    // In milliseconds: a photo over a slow Wi-Fi may take two minutes.
    requestTimeout: 120_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 30_000,
    http: {
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      headersTimeout: headTimeout,
      connectionsCheckingInterval: headTimeout / 3,
    },
  }
}
