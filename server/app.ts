/** Assembles the server: its stores, access rules and routes, without a port. */
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { assetsPath } from '#domain/api/addresses'
import { type Layout, layouts } from '#domain/credential/cards'
import { isCard, type PrintKind } from '#domain/credential/printing'
import { type Brand, brandFor } from '#domain/desk/brand'
import type { Installation } from '#domain/desk/installation'
import type { ProxySign } from '#domain/staff/local-access'
import type { PublicData } from '#domain/staff/roles'
import { receptionSettings, waitingApplications } from './applications/desk-routes.ts'
import { applications } from './applications/routes.ts'
import { CardPictures } from './credential/card-pictures.ts'
import { CodeGuesses, Credentials, Qrs } from './credential/credentials.ts'
import { CupsPrinting } from './credential/print/cups.ts'
import { sampleCard } from './credential/print/print-order.ts'
import { PrintQueue } from './credential/print/print-queue.ts'
import type { PrintSystem } from './credential/print/print-system.ts'
import { WindowsPrinting } from './credential/print/windows.ts'
import { printing } from './credential/printing-routes.ts'
import { print } from './credential/routes.ts'
import { ClockCheck } from './data-source.ts'
import { day } from './desk/day.ts'
import { backups, brand, overview, remoteStores, restores, settings } from './desk/routes.ts'
import { entries, pendingEntries } from './events/entry-routes.ts'
import { events, report, timing } from './events/routes.ts'
import { startLists } from './events/startlist/routes.ts'
import { createFeatures, featureRoutes } from './features.ts'
import { passages } from './gate/routes.ts'
import { scans } from './gate/scan-routes.ts'
import { type Clock, monotonicClock } from './http/attempts.ts'
import { changes, ToldSettings } from './http/change-feed.ts'
import { createGuard, hasSecret, refuseOtherSites } from './http/guard.ts'
import { collectRoutes, openApi } from './http/open-api.ts'
import { dataHeaders, ErrorReplies, isForPeople } from './http/replies.ts'
import {
  compileSerializer,
  compileValidator,
  enforceBodies,
  enforceRoles,
  onErasure,
  type Parts,
  type Routes,
} from './http/serve.ts'
import { WritePause } from './http/write-pause.ts'
import { imports } from './import/routes.ts'
import { merges, undoneImports } from './merge/routes.ts'
import { Connections, oneAtATime, proxyMatcher } from './network/connections.ts'
import { credentialPage, pages, readPage } from './pages.ts'
import { PictureWork } from './photos/pictures.ts'
import { pictures } from './photos/routes.ts'
import { definitions } from './pilots/definition-routes.ts'
import { registration } from './pilots/registration-routes.ts'
import { exports, pilots } from './pilots/routes.ts'
import { erasures, personalData, retention } from './privacy/routes.ts'
import {
  Branding,
  ConsentTexts,
  Gates,
  PilotFields,
  Printers,
  PublicView,
  RetentionMonths,
  Validity,
} from './settings/current-settings.ts'
import { Events } from './settings/race-events.ts'
import { staff } from './staff/routes.ts'
import type { PasswordChecks } from './staff/sign-ins.ts'
import { Availability } from './store/availability.ts'
import type { OpenSettings } from './store/documents/settings.ts'
import { RemovedRiders } from './store/queries/removed-riders.ts'
import { Workers, type WorkersOptions } from './workers/workers.ts'

/** The parts of the server that its caller gives. */
type GivenParts = Pick<
  Parts,
  'stores' | 'address' | 'backupFolder' | 'backupFailure' | 'readerFile' | 'uploadPlace' | 'report'
>

export interface AppOptions extends GivenParts, Pick<WorkersOptions, 'workerFile'> {
  /** Worker threads that several servers of one process share, and that stay open when a server closes. */
  workers?: Workers
  /** The availability of a database. */
  availability?: Availability
  /** Returns the time of the next automatic backup. */
  nextBackup?: () => Date | undefined
  /** Backs up before an import that changes many pilots, and returns the path of the backup. */
  backUp?: () => Promise<string>
  /** The printers of this machine. */
  printSystem?: PrintSystem
  installation: Installation
  /** The folder of the built client. */
  clientFolder: string
  /** The secret that authenticates the commands of this machine. */
  secret: string
  countryCode?: string
  requireLogin?: boolean
  /** The trusted proxies, whose `X-Forwarded-*` headers count: addresses, or networks as in 10.0.0.0/8. */
  trustProxy?: string[]
  /** The reason why loopback does not count as the laptop; see `findProxySign`. */
  proxySign: ProxySign | undefined
  /** The data that a scan without a session shows, if the setting does not decide. */
  publicData?: PublicData
  /** The timeout for the head of a request, in milliseconds. */
  headTimeout?: number
  passwordChecks?: PasswordChecks
  clock?: Clock
  /** Compares the clock with what is stored. */
  clockCheck?: ClockCheck
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const page = await readPage(options)
  const shared = createShared(options, await options.stores.settings.watch(), page)
  const { guard, qrs, stores } = shared
  const errors = new ErrorReplies(guard, page, options.report)
  const app = fastify({ ...serverOptions(options), ...errors.hooks })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler<FastifyError>((error, request, reply) => errors.send(error, request, reply))
  addRequestHooks(app, shared)
  const connections = new Connections(app.server, {
    report: options.report,
    isTrusted: proxyMatcher(options.trustProxy ?? []),
  })
  app.addHook('preClose', () => connections.closeAsTheyEnd())
  if (!options.workers) app.addHook('onClose', () => shared.workers.close())
  onErasure(app, stores, async () => qrs.clear())
  const routes = collectRoutes(app)
  for (const group of apiRoutes) await app.register(group, shared)
  await app.register(openApi, { routes })
  for (const group of [pages, credentialPage]) await app.register(group, shared)
  return app
}

/** Creates what several groups of routes need, from the options. `page` is the HTML of the application. */
function createShared(options: AppOptions, settings: OpenSettings, page: string) {
  const { stores, address, availability = new Availability(), clock = monotonicClock } = options
  const { workers = new Workers(options), clockCheck = new ClockCheck(stores) } = options
  const isTerminal = (request: FastifyRequest) => hasSecret(request, options.secret)
  const guard = createGuard(stores.sessions, { ...options, availability, isTerminal })
  const guesses = new CodeGuesses(guard, clock)
  const events = new Events(settings, options.countryCode)
  const fields = new PilotFields(settings)
  const validity = new Validity(settings, events, fields)
  const publicView = new PublicView(settings, options.publicData)
  const sample = (brand: Brand, layout: Layout) =>
    sampleCard(workers, brandFor(brand, events.open.name), address.url(), validity.rules, layout)
  const shown = {
    branding: new Branding(settings),
    consentText: new ConsentTexts(settings),
    gates: new Gates(settings, stores.accounts),
  }
  const printSystem =
    options.printSystem ?? (process.platform === 'win32' ? new WindowsPrinting() : new CupsPrinting())
  const [printers, printQueue] = [new Printers(settings), new PrintQueue(printSystem, options.report)]
  const { branding } = shown
  const parts = { settings, stores, workers, events, branding, printers, printQueue }
  const features = createFeatures(parts)
  const credentials = new Credentials(stores.pilots, guard, guesses, { validity, publicView, fields, events })
  return {
    ...options,
    page,
    availability,
    clock,
    clockCheck,
    workers,
    guard,
    isTerminal,
    guesses,
    events,
    fields,
    ...features,
    validity,
    publicView,
    credentials,
    ...shown,
    toldSettings: new ToldSettings({ ...shown, ...parts, validity, fields, uses: features.uses, clockCheck }),
    retentionMonths: new RetentionMonths(settings),
    printers,
    printQueue,
    queue: stores.applications,
    removedRiders: new RemovedRiders(stores.pilots),
    qrs: new Qrs(credentials, address, guard, clock.now),
    pictureWork: new PictureWork(workers),
    cardPictures: new CardPictures({ stores, workers, address }),
    drawSample: (brand: Brand) => sample(brand, 'card'),
    drawTest: async (kind: PrintKind) =>
      isCard(kind)
        ? { pdf: await sample(branding.current, kind), sheet: layouts[kind].page }
        : features.receipts.test(kind),
    printSystem,
    writePause: new WritePause(),
  }
}

type Shared = ReturnType<typeof createShared>

/** The routes of the API, in the order of its description. */
const apiRoutes: readonly Routes<Shared>[] = [
  registration,
  pilots,
  definitions,
  changes,
  imports,
  undoneImports,
  exports,
  personalData,
  timing,
  print,
  printing,
  staff,
  applications,
  waitingApplications,
  receptionSettings,
  settings,
  overview,
  scans,
  passages,
  ...featureRoutes,
  events,
  entries,
  pendingEntries,
  report,
  startLists,
  retention,
  erasures,
  brand,
  backups,
  restores,
  day,
  merges,
  pictures,
  remoteStores,
]

/** Adds the checks that every request passes before its route. */
function addRequestHooks(app: FastifyInstance, shared: Shared): void {
  const { guard, address, isTerminal, writePause } = shared
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
