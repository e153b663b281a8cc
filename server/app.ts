/** Assembles the kiosk from its plugins; listening is somebody else's. The one place that renders errors for HTTP. */
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { apiPath, missingPath, sessionPath } from '#domain/addresses'
import { type ErrorKind, PilotosError } from '#domain/errors'
import { photoTooLarge } from '#domain/photo'
import { createGuard } from './access/guard.ts'
import { Sessions } from './access/sessions.ts'
import type { PublicAddress } from './public-address.ts'
import { api } from './routes/api.ts'
import { files } from './routes/files.ts'
import { isForPeople, pages } from './routes/pages.ts'
import { session } from './routes/session.ts'
import { terminal } from './routes/terminal.ts'
import type { Desk } from './store/desk.ts'

export interface AppOptions {
  desk: Desk
  address: PublicAddress
  /** Of the folder that the client is built into. */
  clientFolder: string
  /** What the commands of this machine prove themselves with. */
  secret: string
  countryCode?: string
  requireLogin?: boolean
  /** Is told of every error that is no answer to a mistake of the caller. */
  report: (error: Error) => void
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { desk, address, clientFolder, secret, countryCode, requireLogin, report } = options
  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) =>
      isForPeople(request) ? reply.redirect(missingPath) : sendError(error, reply, report),
    clientErrorHandler: answerBroken,
  })
  const sessions = new Sessions()
  const guard = createGuard(sessions, { requireLogin })

  app.setErrorHandler<FastifyError>((error, _request, reply) => sendError(error, reply, report))
  await app.register(cookie)
  await app.register(api, { prefix: apiPath, desk, guard, address })
  await app.register(session, {
    prefix: sessionPath,
    accounts: desk.accounts,
    sessions,
    guard,
    address,
    countryCode,
  })
  await app.register(files, { photos: desk.photos })
  await app.register(terminal, { desk, address, secret })
  await app.register(pages, { folder: clientFolder })
  return app
}

const statuses: Record<ErrorKind, number> = {
  malformed: 400,
  usage: 400,
  unauthorized: 401,
  'not-found': 404,
  duplicate: 409,
  'too-large': 413,
  unsupported: 415,
  invalid: 422,
  machine: 500,
  'disk-full': 507,
}

function sendError(error: FastifyError, reply: FastifyReply, report: (error: Error) => void): FastifyReply {
  if (error instanceof PilotosError) {
    if (statuses[error.kind] >= 500) report(error)
    return reply.code(statuses[error.kind]).send({ error: error.message, ...error.details })
  }
  const status = error.statusCode ?? 500
  if (status >= 500) report(error)
  return reply.code(status).send({ error: texts[error.code] ?? textOf(status) })
}

/** What does not arrive as HTTP gets an answer all the same, and the connection ends. */
function answerBroken(_error: Error, socket: Socket): void {
  const body = JSON.stringify({ error: textOf(400) })
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
  if (socket.writable) socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}

/** What Fastify and its plugins refuse by themselves. */
const texts: Record<string, string> = {
  FST_REQ_FILE_TOO_LARGE: photoTooLarge,
  FST_FILES_LIMIT: 'Va una sola foto por piloto',
}

function textOf(status: number): string {
  if (status === 404) return 'No existe esa dirección'
  if (status === 413) return 'Lo enviado es demasiado grande'
  return status < 500
    ? 'La petición no se entiende'
    : 'Algo falló en el servidor y no se guardó nada: inténtelo otra vez'
}
