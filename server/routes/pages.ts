/** The built client: its assets, and the one page that every address of it starts from. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { MachineError, NotFoundError } from '#domain/errors'
import {
  apiPath,
  assetsPath,
  photoPath,
  recordPath,
  screens,
  sessionPath,
  terminalPath,
} from '#domain/web/addresses'
import { type EmbeddedAnswers, embeddedAnswersId, type SessionInfo } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { pageHeaders } from '../access/headers.ts'
import type { Availability } from '../store/availability.ts'
import type { Credentials } from './credentials.ts'

interface PagesOptions {
  /** Where the client is built. */
  folder: string
  /** The HTML that every address starts from. */
  page: string
  credentials: Credentials
  guard: Guard
  availability: Availability
  describe: (request: FastifyRequest) => Promise<SessionInfo>
}

/** How long a page waits for what it brings along, in milliseconds. */
const longestWait = 1000

export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  const { folder, page, credentials, guard, availability, describe } = options
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: assetsPath,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  })

  const { credential, ...others } = screens
  for (const path of Object.values(others)) {
    app.get(path, async (request, reply) => sendPage(reply, page, await answersFor(request)))
  }

  /** Brings the pilot along, so that a scanned QR shows after one round trip. */
  app.get<{ Params: { id_driver: string } }>(credential, async (request, reply) =>
    sendPage(reply, page, await answersFor(request, request.params.id_driver)),
  )

  /** Any other address shows the list under a notice, with the status that is true. */
  app.setNotFoundHandler(async (request, reply) => {
    if (isForPeople(request)) return sendPage(reply, page, await answersFor(request), 404)
    throw new NotFoundError('No existe esa dirección')
  })

  /** What can be had in a moment. The page asks for the rest itself, and says what is wrong. */
  async function answersFor(request: FastifyRequest, id?: string): Promise<EmbeddedAnswers> {
    const waiting = new AbortController()
    try {
      return await Promise.race([
        availability.whileAvailable(() => embeddedAnswers(request, id)),
        delay(longestWait, {}, { signal: waiting.signal }),
      ])
    } catch {
      return {}
    } finally {
      waiting.abort()
    }
  }

  async function embeddedAnswers(request: FastifyRequest, id?: string): Promise<EmbeddedAnswers> {
    await guard.prepare?.(request)
    const [session, record] = await Promise.all([
      describe(request),
      id === undefined ? undefined : credentials.embeddedAnswer(request, id),
    ])
    return {
      [sessionPath]: { status: 200, body: { data: [session] } },
      ...(id !== undefined && record && { [recordPath(id)]: record }),
    }
  }
}

/** `answers` are those that the page would ask for first. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  answers: EmbeddedAnswers = {},
  status = 200,
): FastifyReply {
  // Nothing in it may end the element that it stands in.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="${embeddedAnswersId}">${json}</script>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers(pageHeaders)
    .send(page.replace('{{answers}}', () => element))
}

/** Whether a person waits for a page, and not a program for JSON. */
export function isForPeople({ method, url }: FastifyRequest): boolean {
  return (
    ['GET', 'HEAD'].includes(method) &&
    ![apiPath, assetsPath, photoPath(''), terminalPath].some((path) => url.startsWith(path))
  )
}

/** @throws MachineError where the pages are not built */
export async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    throw new MachineError('Las páginas no están construidas: ejecute npm run build', error)
  }
}
