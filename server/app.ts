/** Assembles the kiosk from its plugins; listening is somebody else's. The one place that renders errors for HTTP. */
import type { Socket } from 'node:net'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import {
  type ErrorKind,
  ForbiddenError,
  PilotosError,
  TooManyOpenError,
  UnavailableError,
} from '#domain/errors'
import { photoTooLarge } from '#domain/pilot/photo'
import { apiPath, assetsPath, sessionPath } from '#domain/web/addresses'
import type { ProxySign } from '#domain/web/local-access'
import { endingSessions } from './access/account-sessions.ts'
import { type Clock, monotonicClock } from './access/clock.ts'
import { CodeGuesses } from './access/code-guesses.ts'
import { refuseOtherSites } from './access/cross-site.ts'
import { createGuard, type Guard } from './access/guard.ts'
import { dataHeaders } from './access/headers.ts'
import type { PasswordChecks } from './access/password-checks.ts'
import { hasSecret } from './access/secret.ts'
import { Sessions } from './access/sessions.ts'
import { SignIns } from './access/sign-ins.ts'
import { proxyMatcher } from './access/trusted-proxies.ts'
import type { BackupFailure } from './backup/automatic-backups.ts'
import { Connections } from './network/connections.ts'
import { refusePipelining } from './network/pipelining.ts'
import type { PublicAddress } from './network/public-address.ts'
import { api } from './routes/api.ts'
import { changes } from './routes/changes.ts'
import { Credentials } from './routes/credentials.ts'
import { files } from './routes/files.ts'
import { isForPeople, pages, readPage, sendPage } from './routes/pages.ts'
import { pilots } from './routes/pilots.ts'
import { print } from './routes/print.ts'
import { Qrs } from './routes/qrs.ts'
import { RecordTexts } from './routes/record-texts.ts'
import { describeSession, session } from './routes/session.ts'
import { spreadsheets } from './routes/spreadsheets.ts'
import { submissions } from './routes/submissions.ts'
import { terminal } from './routes/terminal.ts'
import { TableReader } from './spreadsheets/table-reader.ts'
import { Availability } from './store/availability.ts'
import type { SessionStore } from './store/contract/session-store.ts'
import type { Stores } from './store/contract/stores.ts'

export type PublicData = 'completa' | 'minima'

export interface AppOptions {
  /** `sessions` where other kiosks share them. */
  stores: Stores & { sessions?: SessionStore }
  /** Of what holds the data, where that may be away for a while. */
  availability?: Availability
  /** Of the automatic backups, which staff are told of. */
  backupFailure?: BackupFailure
  address: PublicAddress
  /** Of the folder that the client is built into. */
  clientFolder: string
  /** The program of the process that reads imported files. */
  readerFile: string
  /** What the commands of this machine prove themselves with. */
  secret: string
  countryCode?: string
  requireLogin?: boolean
  /** Whose `X-Forwarded-*` headers are believed: addresses, or networks as in 10.0.0.0/8. */
  trustProxy?: string[]
  /** Why loopback is not the laptop; see `findProxySign`. */
  proxySign: ProxySign | undefined
  /** What a scan without a session sees: all that the specification lists, or only what a marshal needs. */
  publicData?: PublicData
  /** How long the head of a request may take, in milliseconds. */
  headTimeout?: number
  passwordChecks?: PasswordChecks
  clock?: Clock
  /** Is told of every error that is no answer to a mistake of the caller. */
  report: (error: Error) => void
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { stores, address, clientFolder, secret, countryCode, requireLogin, publicData, report } = options
  const { headTimeout = 15_000, availability = new Availability(), clock = monotonicClock } = options
  const { trustProxy, proxySign, backupFailure, passwordChecks } = options
  const page = await readPage(clientFolder)
  const app = fastify({
    ...limits(headTimeout),
    ...(trustProxy && trustProxy.length > 0 && { trustProxy }),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => {
      // No hook has run for an address that cannot be read.
      reply.headers(dataHeaders)
      return isForPeople(request) ? sendPage(reply, page, {}, 404) : sendError(error, request, reply)
    },
    clientErrorHandler: answerBroken,
  })
  const local = new Sessions()
  const sessions = stores.sessions ?? local
  const guard = createGuard(sessions, { availability, requireLogin, proxySign })
  const sendError = errorSender(guard, report)

  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error instanceof ForbiddenError && isForPeople(request)
      ? reply.code(403).type('text/plain; charset=utf-8').send(error.message)
      : sendError(error, request, reply),
  )
  app.addHook('onRequest', refusePipelining)
  const refuseOthers = refuseOtherSites(address, (request) => hasSecret(request, secret))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(dataHeaders)
    refuseOthers(request)
    done()
  })
  const { prepare } = guard
  if (prepare) {
    app.addHook('onRequest', (request, _reply, done) => {
      // An asset is for anybody, and a page does not wait for long to learn whose it is.
      const isOpen = request.url.startsWith(assetsPath) || isForPeople(request)
      const preparing = isOpen ? undefined : prepare(request)
      if (preparing) preparing.then(() => done(), done)
      else done()
    })
  }
  const connections = new Connections(app.server, { report, isTrusted: proxyMatcher(trustProxy ?? []) })
  app.addHook('preClose', () => connections.closeAsTheyEnd())
  const texts = new RecordTexts()
  const guesses = new CodeGuesses(guard, clock)
  const credentials = new Credentials(stores.pilots, guard, guesses, texts, publicData === 'minima')
  const qrs = new Qrs(credentials, address, guard, clock.now)
  const signIns = new SignIns(passwordChecks, clock.now)
  const signIn = { accounts: stores.accounts, sessions, signIns, guard, availability, address, countryCode }
  await app.register(api, { prefix: apiPath, stores, guard, credentials, qrs, texts })
  await app.register(submissions, { prefix: apiPath, stores, guard })
  await app.register(pilots, { stores, guard })
  await app.register(changes, { stores, guard, availability, backupFailure })
  const reader = new TableReader(options)
  app.addHook('onClose', async () => reader.close())
  await app.register(spreadsheets, { stores, guard, reader })
  await app.register(print, { stores, guard, address })
  await app.register(session, { prefix: sessionPath, ...signIn })
  await app.register(files, { stores, guard })
  await app.register(terminal, {
    stores: { ...stores, accounts: endingSessions(stores.accounts, local) },
    address,
    secret,
  })
  await app.register(pages, {
    folder: clientFolder,
    page,
    credentials,
    guard,
    availability,
    describe: (request) => describeSession(request, signIn),
  })
  return app
}

/** A request must arrive in time and keep its size: who sends a byte a minute does not hold a connection. */
function limits(headTimeout: number) {
  return {
    bodyLimit: 1024 * 1024,
    /** A photo over a slow Wi-Fi may take its time; a request as a whole may not. In milliseconds. */
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

const statuses: Record<ErrorKind, number> = {
  malformed: 400,
  usage: 400,
  unauthorized: 401,
  forbidden: 403,
  'too-many': 429,
  'not-found': 404,
  gone: 410,
  conflict: 409,
  duplicate: 409,
  'too-large': 413,
  unsupported: 415,
  invalid: 422,
  machine: 500,
  'disk-full': 507,
  unavailable: 503,
}

function errorSender(guard: Guard, report: (error: Error) => void) {
  return (given: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = TooManyOpenError.isMeantBy(given) ? new TooManyOpenError(given) : given
    if (error instanceof PilotosError) {
      const status = statuses[error.kind]
      // One that lasts is said once, by whoever sees it begin.
      if (status >= 500 && error.kind !== 'unavailable') report(error)
      if (error.details.wait) reply.header('retry-after', error.details.wait)
      const message = status >= 500 && !guard.isStaff(request) ? publicTextOf(error) : error.message
      return reply.code(status).send({ error: message, ...error.details })
    }
    const status = error.statusCode ?? 500
    if (status >= 500) report(error)
    return reply.code(status).send({ error: texts[error.code] ?? textOf(status) })
  }
}

/** What failed, without the names of servers and folders that staff are told. */
function publicTextOf({ kind }: PilotosError): string {
  return kind === 'unavailable' ? new UnavailableError().message : textOf(statuses[kind])
}

/** What does not arrive as HTTP, or not in time, gets an answer all the same, and the connection ends. */
function answerBroken({ code }: Error & { code?: string }, socket: Socket): void {
  const [status, reason] = brokenStatuses[code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ error: textOf(status) })
  const head = {
    ...dataHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'))
}

const brokenStatuses: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

/** What Fastify and its plugins refuse by themselves. */
const texts: Record<string, string> = {
  FST_REQ_FILE_TOO_LARGE: photoTooLarge,
  FST_FILES_LIMIT: 'Va una sola foto por piloto',
}

function textOf(status: number): string {
  if (status === 404) return 'No existe esa dirección'
  if (status === 408) return 'La petición tardó demasiado en llegar'
  if (status === 413 || status === 431) return 'Lo enviado es demasiado grande'
  return status < 500
    ? 'La petición no se entiende'
    : 'Algo falló en el servidor y no se guardó nada: inténtelo otra vez'
}
