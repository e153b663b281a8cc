/** Serves the built client: its assets, and the HTML page of every screen. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MachineError, NotFoundError, UnavailableError } from '#domain/errors'
import { type Installation, launchOf } from '#domain/installation'
import {
  apiPath,
  assetsPath,
  changesPath,
  photoPath,
  screens,
  sessionPath,
  terminalPath,
} from '#domain/web/addresses'
import { type EmbeddedAnswers, embeddedAnswersId, embeddedJson } from '#domain/web/wire'
import { decoderHeaders, pageHeaders } from '../access/headers.ts'
import type { Availability } from '../store/contract/availability.ts'
import { changeNumbers } from './changes.ts'
import type { Routes } from './services.ts'
import { describeSession } from './session.ts'

interface PageSource {
  clientFolder: string
  installation: Installation
}

/** The longest wait for the answers to embed in a page, in milliseconds. */
const longestWait = 1000

export const pages: Routes = async (app, services) => {
  const { clientFolder, page, guard, availability, stores } = services
  await app.register(fastifyStatic, {
    root: join(clientFolder, 'assets'),
    prefix: assetsPath,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    setHeaders(reply, path) {
      if (/decoder-worker-[^/\\]*\.js(\.\w+)?$/.test(path)) reply.headers(decoderHeaders)
    },
  })

  const { credential: _, ...others } = screens
  for (const path of Object.values(others)) {
    app.get(path, async (request, reply) => sendPage(reply, page, await answersFor(request)))
  }

  /** Any other address is a 404 that shows the list under a notice. */
  app.setNotFoundHandler(async (request, reply) => {
    if (isForPeople(request)) return sendPage(reply, page, await answersFor(request), 404)
    throw new NotFoundError('No existe esa dirección')
  })

  /** Returns the session if it arrives in time. Otherwise the page requests it itself, and reports a failure. */
  async function answersFor(request: FastifyRequest): Promise<EmbeddedAnswers> {
    try {
      const session = await inTime(availability, async () => {
        await guard.prepare(request)
        return describeSession(request, services)
      })
      return {
        [sessionPath]: { status: 200, body: { data: [session] } },
        ...(session.role && { [changesPath]: { status: 200, body: changeNumbers(stores) } }),
      }
    } catch {
      return {}
    }
  }
}

/** Runs work for a page. @throws UnavailableError if it takes too long, or if the data is or becomes unavailable */
export async function inTime<Value>(availability: Availability, work: () => Promise<Value>): Promise<Value> {
  const waiting = new AbortController()
  const end = delay(longestWait, undefined, { signal: waiting.signal }).then(() => {
    throw new UnavailableError()
  })
  try {
    return await Promise.race([availability.whileAvailable(work), end])
  } finally {
    waiting.abort()
    end.catch(() => {})
  }
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

/** Returns the page, which tells how the program is installed. @throws MachineError if the client is not built */
export async function readPage({ clientFolder, installation }: PageSource): Promise<string> {
  try {
    const page = await readFile(join(clientFolder, 'index.html'), 'utf8')
    return page.replace('{{installation}}', installation)
  } catch (error) {
    throw new MachineError(`Faltan las páginas del programa: ${launchOf(installation).repair}`, error)
  }
}
