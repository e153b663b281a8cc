/**
 * The replies that all routes share: their security headers, none of which requires https, because that would break
 * every page on a LAN; the page of every screen; and errors as JSON with a message in Spanish.
 */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { apiPath, assetsPath, photoPath, terminalPath } from '#domain/api/addresses'
import { type EmbeddedAnswers, embeddedAnswersId, embeddedJson } from '#domain/api/wire'
import { type ErrorKind, ForbiddenError, PilotosError, serverFailure, UnavailableError } from '#domain/errors'
import { photoTooLarge } from '#domain/pilots/pilot'
import { withDiskError } from '../files/atomic-file.ts'
import type { Guard } from './guard.ts'
import { slowUploads } from './transfers.ts'

/**
 * The headers of every response, including responses to malformed requests. Responses contain personal data, so no
 * browser may cache, frame or execute them.
 */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** The headers of pages, which may also load their own assets and a photo that the person has just chosen. */
export const pageHeaders = headersWith("'self'")

/** Returns the headers of a page that contains some styles: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function pageHeadersFor(styles: string[]): typeof pageHeaders {
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  return headersWith(["'self'", ...hashes].join(' '))
}

function headersWith(styleSources: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styleSources}`,
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-robots-tag': 'noindex, nofollow',
  }
}

/**
 * The headers of the worker that reads QRs from pictures. Its own policy applies to it, so that no page may compile
 * WebAssembly: https://www.w3.org/TR/CSP3/#run-global-object-csp-initialization
 */
export const decoderHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
}

/** Sends the page with `answers` embedded: the answers to its first requests. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  answers: EmbeddedAnswers = {},
  status = 200,
): FastifyReply {
  const element = `<script type="application/json" id="${embeddedAnswersId}">${embeddedJson(answers)}</script>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers(pageHeaders)
    .send(page.replace('{{answers}}', () => element))
}

/** Returns true if the request is for a page, and not for JSON or a file. */
export function isForPeople({ method, url }: FastifyRequest): boolean {
  return (
    ['GET', 'HEAD'].includes(method) &&
    ![apiPath, assetsPath, photoPath(''), terminalPath].some((path) => url.startsWith(path))
  )
}

export class ErrorReplies {
  constructor(
    private readonly guard: Guard,
    /** The HTML of every page. */
    private readonly page: string,
    /** Receives the errors that are not a mistake of the caller. */
    private readonly report: (error: Error) => void,
  ) {}

  /** The options of Fastify for requests that reach no route. */
  readonly hooks = {
    frameworkErrors: (error, request, reply) => {
      // No hook has run for an address that cannot be read.
      reply.headers(dataHeaders)
      return isForPeople(request)
        ? sendPage(reply, this.page, {}, 404)
        : this.#sendJson(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  } satisfies FastifyServerOptions

  send(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return error instanceof ForbiddenError && isForPeople(request)
      ? reply.code(403).type('text/plain; charset=utf-8').send(error.message)
      : this.#sendJson(error, request, reply)
  }

  #sendJson(given: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // A download that fails before its first byte has set the headers of its file.
    reply.removeHeader('content-disposition').type('application/json; charset=utf-8')
    const error = withDiskError(given)
    if (error instanceof PilotosError) {
      const status = statuses[error.kind]
      // An unavailable database is reported once, by the change feed.
      if (status >= 500 && error.kind !== 'unavailable') this.report(error)
      if (error.details.wait) reply.header('retry-after', error.details.wait)
      const message = status >= 500 && !this.guard.isStaff(request) ? publicTextOf(error) : error.message
      return reply.code(status).send({ error: message, ...error.details })
    }
    const status = given.statusCode ?? 500
    if (status >= 500) this.report(given)
    return reply.code(status).send({ error: texts[given.code] ?? textOf(status) })
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

/** Returns the message without the names of servers and folders, which only staff may read. */
function publicTextOf({ kind }: PilotosError): string {
  return kind === 'unavailable' ? new UnavailableError().message : textOf(statuses[kind])
}

/** Answers malformed or timed-out requests with a JSON error, then closes the connection. */
function answerBrokenRequest({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === requestTimeout && slowUploads.has(socket)) return
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

const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT'

const brokenStatuses: Record<string, [number, string]> = {
  [requestTimeout]: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

/** The messages for errors of Fastify and its plugins, by their codes. */
const texts: Record<string, string> = {
  FST_REQ_FILE_TOO_LARGE: photoTooLarge,
  FST_FILES_LIMIT: 'Va un solo archivo',
}

function textOf(status: number): string {
  if (status === 404) return 'No existe esa dirección'
  if (status === 408) return 'La petición tardó demasiado en llegar'
  if (status === 413 || status === 431) return 'Lo enviado es demasiado grande'
  return status < 500 ? 'La petición no se entiende' : serverFailure
}
