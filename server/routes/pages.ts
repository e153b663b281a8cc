/** The built client: its assets, and the one page that every address of it starts from. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  apiPath,
  assetsPath,
  photoPath,
  recordPath,
  screens,
  sessionPath,
  terminalPath,
} from '#domain/addresses'
import { MachineError, NotFoundError } from '#domain/errors'
import { answersElement, type BroughtAnswers, type SessionInfo } from '#domain/wire'
import { pageHeaders } from '../access/headers.ts'
import type { Credentials } from './credentials.ts'

interface PagesOptions {
  /** Where the client is built. */
  folder: string
  /** The HTML that every address starts from. */
  page: string
  credentials: Credentials
  describe: (request: FastifyRequest) => Promise<SessionInfo>
}

export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  const { folder, page, credentials, describe } = options
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
    app.get(path, async (request, reply) => sendPage(reply, page, await sessionAnswer(request)))
  }

  /** Brings the pilot along, so that a scanned QR shows after one round trip. */
  app.get<{ Params: { id_driver: string } }>(credential, async (request, reply) => {
    const { id_driver } = request.params
    const [answers, record] = await Promise.all([
      sessionAnswer(request),
      credentials.broughtAnswer(request, id_driver),
    ])
    return sendPage(reply, page, { ...answers, ...(record && { [recordPath(id_driver)]: record }) })
  })

  /** Any other address shows the list under a notice, with the status that is true. */
  app.setNotFoundHandler(async (request, reply) => {
    if (isForPeople(request)) return sendPage(reply, page, await sessionAnswer(request), 404)
    throw new NotFoundError('No existe esa dirección')
  })

  async function sessionAnswer(request: FastifyRequest): Promise<BroughtAnswers> {
    return { [sessionPath]: { status: 200, body: { data: [await describe(request)] } } }
  }
}

/** `answers` are those that the page would ask for first. */
export function sendPage(
  reply: FastifyReply,
  page: string,
  answers: BroughtAnswers = {},
  status = 200,
): FastifyReply {
  // Nothing in it may end the element that it stands in.
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="${answersElement}">${json}</script>`
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
