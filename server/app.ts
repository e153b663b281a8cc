/** Assembles the server: its stores, access rules and routes, without a port. */
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Installation } from '#domain/installation'
import { apiPath, assetsPath, sessionPath } from '#domain/web/addresses'
import type { ProxySign } from '#domain/web/local-access'
import type { PublicData } from '#domain/web/roles'
import { type Clock, monotonicClock } from './access/attempts.ts'
import { CodeGuesses } from './access/code-guesses.ts'
import { hasSecret, refuseOtherSites } from './access/cross-site.ts'
import { BrowserSessions, createGuard } from './access/guard.ts'
import { dataHeaders } from './access/headers.ts'
import { Pairings } from './access/pairings.ts'
import { PublicView } from './access/public-view.ts'
import { enforceRoles } from './access/route-roles.ts'
import { hashingIn, PasswordChecks, SignIns } from './access/sign-ins.ts'
import { Branding } from './actions/branding.ts'
import { GateRosters } from './actions/gate-roster.ts'
import { Gates } from './actions/gates.ts'
import { PictureWork } from './actions/picture-work.ts'
import { Scans } from './actions/scans.ts'
import { Validity } from './actions/validity.ts'
import { BackupDownloads } from './backup/backup-files.ts'
import { ErrorReplies } from './error-replies.ts'
import type { TemporaryPlace } from './files/temporary-folder.ts'
import { Connections, proxyMatcher, refusePipelining } from './network/connections.ts'
import type { PublicAddress } from './network/public-address.ts'
import { accounts } from './routes/accounts.ts'
import { api } from './routes/api.ts'
import { type BackupOptions, backups } from './routes/backups.ts'
import { brand } from './routes/brand.ts'
import { changeNumbers, changes } from './routes/changes.ts'
import { credentialPage } from './routes/credential-page.ts'
import { Credentials } from './routes/credentials.ts'
import { exports } from './routes/exports.ts'
import { files } from './routes/files.ts'
import { imports, undoneImports } from './routes/imports.ts'
import { collectRoutes, openApi } from './routes/open-api.ts'
import { isForPeople, pages, readPage } from './routes/pages.ts'
import { pairings as pairingRoutes } from './routes/pairings.ts'
import { passages } from './routes/passages.ts'
import { pictures } from './routes/pictures.ts'
import { pilots, terms } from './routes/pilots.ts'
import { print } from './routes/print.ts'
import { Qrs } from './routes/qrs.ts'
import { compileSerializer, compileValidator, enforceBodies } from './routes/route-schemas.ts'
import { describeSession, describeStranger, session } from './routes/session.ts'
import { settings } from './routes/settings.ts'
import { submissions } from './routes/submissions.ts'
import { terminal } from './routes/terminal.ts'
import { TableReader } from './spreadsheets/table-reader.ts'
import { Availability } from './store/contract/availability.ts'
import { openSettings } from './store/contract/settings-store.ts'
import type { ServedStores, Stores } from './store/contract/stores.ts'
import { Workers, type WorkersOptions } from './workers/workers.ts'

export interface AppOptions extends BackupOptions, Pick<WorkersOptions, 'workerFile'> {
  stores: Stores & Pick<ServedStores, 'sessions' | 'pairings' | 'settings'>
  /** Worker threads that several servers of one process share, and that stay open when a server closes. */
  workers?: Workers
  /** The availability of a database. */
  availability?: Availability
  /** Backs up before an import that changes many pilots, and returns the path of the backup. */
  backUp?: () => Promise<string>
  address: PublicAddress
  installation: Installation
  /** The folder of the built client. */
  clientFolder: string
  /** The path of the program that reads imported files. */
  readerFile: string
  /** The place of uploaded files. */
  uploadPlace: TemporaryPlace
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
  /** Receives every error that is not a mistake of the caller. */
  report: (error: Error) => void
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const page = await readPage(options)
  const settings = await openSettings(options.stores.settings)
  const workers = options.workers ?? new Workers(options)
  const gates = new Gates(settings, options.stores.accounts)
  const services = createServices(
    options,
    workers,
    gates,
    new PublicView(settings, options.publicData),
    new Branding(settings),
    new Validity(settings),
  )
  const gate = {
    gates,
    scans: new Scans(options.stores, gates, services.validity),
    rosters: new GateRosters(options.stores, settings, services.validity),
  }
  const errors = new ErrorReplies(services.guard, page, options.report)
  const app = fastify({ ...serverOptions(options), ...errors.hooks })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler<FastifyError>((error, request, reply) => errors.send(error, request, reply))
  addRequestHooks(app, services, options)
  const connections = new Connections(app.server, {
    report: options.report,
    isTrusted: proxyMatcher(options.trustProxy ?? []),
  })
  app.addHook('preClose', () => connections.closeAsTheyEnd())
  await registerRoutes(app, { ...services, ...gate }, page, options)
  return app
}

type Services = ReturnType<typeof createServices>

/** The objects with which gates work. */
interface GateServices {
  gates: Gates
  scans: Scans
  rosters: GateRosters
}

/** Creates the objects that several routes share. */
function createServices(
  options: AppOptions,
  workers: Workers,
  gates: Gates,
  publicView: PublicView,
  branding: Branding,
  validity: Validity,
) {
  const { stores, address, countryCode, requireLogin, proxySign } = options
  const {
    availability = new Availability(),
    clock = monotonicClock,
    passwordChecks = new PasswordChecks(hashingIn(workers)),
  } = options
  const { sessions } = stores
  const guard = createGuard(sessions, { availability, requireLogin, proxySign })
  const guesses = new CodeGuesses(guard, clock)
  const credentials = new Credentials(stores.pilots, guard, guesses, validity, publicView)
  const qrs = new Qrs(credentials, address, guard, clock.now)
  const signIns = new SignIns(passwordChecks, clock.now)
  const browsers = new BrowserSessions(sessions, address)
  const { accounts } = stores
  const pairings = new Pairings(stores.pairings, accounts, gates.nameOf)
  const signIn = { accounts, browsers, signIns, guard, availability, address, countryCode, branding }
  return {
    workers,
    branding,
    availability,
    guard,
    credentials,
    qrs,
    guesses,
    pairings,
    signIn,
    publicView,
    passwordChecks,
    validity,
  }
}

/** Adds the checks that every request passes before its route. */
function addRequestHooks(app: FastifyInstance, { guard }: Services, { address, secret }: AppOptions): void {
  const isTerminal = (request: FastifyRequest) => hasSecret(request, secret)
  const refuseOthers = refuseOtherSites(address, isTerminal)
  app.addHook('onRequest', refusePipelining)
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
}

async function registerRoutes(
  app: FastifyInstance,
  services: Services & GateServices,
  page: string,
  options: AppOptions,
): Promise<void> {
  const { branding, availability, guard, credentials, qrs, signIn } = services
  const { publicView, passwordChecks, validity, gates, scans, rosters, pairings, guesses, workers } = services
  const { stores, address, backupFailure, installation, clientFolder } = options
  const pictureWork = new PictureWork(workers)
  const routes = collectRoutes(app)
  if (!options.workers) app.addHook('onClose', () => workers.close())
  await app.register(api, { prefix: apiPath, stores, guard, credentials, qrs, validity })
  await app.register(submissions, { prefix: apiPath, stores, guard, pictureWork, validity })
  await app.register(pilots, { stores, guard, validity })
  await app.register(terms, { stores, guard, validity })
  await app.register(changes, { stores, guard, availability, backupFailure, validity, gates })
  const reader = new TableReader(options)
  app.addHook('onClose', async () => reader.close())
  await app.register(imports, { stores, guard, reader, backUp: options.backUp, report: options.report })
  await app.register(undoneImports, { stores, guard })
  await app.register(exports, { stores, guard, validity, workers })
  await app.register(print, { stores, workers, guard, address, validity })
  await app.register(session, { prefix: sessionPath, ...signIn })
  await app.register(pairingRoutes, { ...signIn, pairings, guesses, gates })
  const { accounts: accountStore, browsers } = signIn
  await app.register(accounts, {
    accounts: accountStore,
    sessions: stores.sessions,
    guard,
    browsers,
    passwords: passwordChecks,
  })
  await app.register(settings, { stores, publicView, validity, gates })
  await app.register(passages, { stores, guard, scans, rosters, workers })
  await app.register(brand, { branding, address, validity, workers, pictureWork })
  await app.register(backups, { ...options, downloads: new BackupDownloads(stores, options.uploadPlace) })
  await app.register(pictures, { stores, guard, pictureWork, uploadPlace: options.uploadPlace })
  await app.register(files, { stores, guard, pictureWork })
  await app.register(terminal, { stores, address })
  await app.register(openApi, { routes })
  const describe = (request: FastifyRequest) => describeSession(request, signIn)
  const ofPages = {
    folder: clientFolder,
    page,
    guard,
    availability,
    describe,
    changeNumbers: () => changeNumbers(stores),
  }
  await app.register(pages, ofPages)
  await app.register(credentialPage, {
    ...ofPages,
    installation,
    credentials,
    describeStranger: () => describeStranger(signIn),
    report: options.report,
  })
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
