/**
 * Serves the built client: its assets, the HTML page of every screen, and the page of a credential. A page has the first
 * answers that it would ask for.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import { assetsPath, changesPath, recordPath, screens, sessionPath } from '#domain/api/addresses'
import { credentialPageModule, type EmbeddedAnswers, type RenderCredentialPage } from '#domain/api/wire'
import { type Installation, launchOf } from '#domain/desk/installation'
import { settingsPage } from '#domain/desk/settings-address'
import { MachineError, NotFoundError, PilotosError, serverFailure, UnavailableError } from '#domain/errors'
import type { Credentials } from './credential/credentials.ts'
import { changeNumbers, type ToldSettings } from './http/change-feed.ts'
import { sessionOf } from './http/guard.ts'
import { decoderHeaders, isForPeople, pageHeadersFor, sendPage } from './http/replies.ts'
import type { Routes } from './http/serve.ts'
import { describeSession, describeStranger, type SessionNeeds } from './staff/routes.ts'
import type { Availability } from './store/availability.ts'

/** The longest wait for the answers to embed in a page, in milliseconds. */
const longestWait = 1000

interface Needs extends SessionNeeds {
  /** The folder of the built client. */
  clientFolder: string
  /** The HTML of every screen except the credential: see `readPage`. */
  page: string
  toldSettings: Pick<ToldSettings, 'version'>
}

export const pages: Routes<Needs> = async (app, needs) => {
  const { clientFolder, page, guard, availability } = needs
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
  for (const path of [...Object.values(others), settingsPage]) {
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
        return describeSession(request, needs)
      })
      return {
        [sessionPath]: { status: 200, body: { data: [session] } },
        ...(session.role && { [changesPath]: { status: 200, body: changeNumbers(needs) } }),
      }
    } catch {
      return {}
    }
  }
}

/** Runs work for a page. @throws UnavailableError if it takes too long, or if the data is or becomes unavailable */
async function inTime<Value>(availability: Availability, work: () => Promise<Value>): Promise<Value> {
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

/** Returns the page, which tells how the program is installed. @throws MachineError if the client is not built */
export async function readPage({
  clientFolder,
  installation,
}: {
  clientFolder: string
  installation: Installation
}): Promise<string> {
  try {
    const page = await readFile(join(clientFolder, 'index.html'), 'utf8')
    return page.replace('{{installation}}', installation)
  } catch (error) {
    throw new MachineError(`Faltan las páginas del programa: ${launchOf(installation).repair}`, error)
  }
}

/** Serves the page of a credential as HTML, which needs no script unless the session has a role. */
export const credentialPage: Routes<
  Needs & { installation: Installation; credentials: Credentials }
> = async (app, needs) => {
  const { clientFolder, page, installation, credentials, guard, availability, report } = needs
  const load = createRequire(import.meta.url)
  let render: RenderCredentialPage | undefined

  app.get<{ Params: { id_driver: string } }>(screens.credential, async (request, reply) => {
    const { url, params, headers } = request
    const answers = await answersFor(request, params.id_driver)
    if (!(sessionPath in answers)) return sendPage(reply, page, answers)
    try {
      // React is loaded for the first credential only, so that the server starts as fast as without it.
      render ??= load(join(clientFolder, credentialPageModule)).renderCredentialPage as RenderCredentialPage
      const { html, styles } = render({ url, answers, installation })
      const { body, encoding } = await compressed(html, headers['accept-encoding'])
      if (encoding) reply.header('content-encoding', encoding)
      return reply
        .type('text/html; charset=utf-8')
        .headers({ ...pageHeadersFor(styles), vary: 'accept-encoding' })
        .send(body)
    } catch (error) {
      report(error as Error)
      return sendPage(reply, page, answers)
    }
  })

  /** Returns no answers if the role of the request is unknown: the application then requests them itself. */
  async function answersFor(request: FastifyRequest, id: string): Promise<EmbeddedAnswers> {
    try {
      if (sessionOf(request) !== undefined) await inTime(availability, () => guard.prepare(request))
      const isStranger = guard.roleOf(request) === undefined
      const numbers = changeNumbers(needs)
      const [session, record] = isStranger
        ? [describeStranger(needs), await answerOrFailure(request, id)]
        : await Promise.all([
            inTime(availability, () => describeSession(request, needs)),
            answer(request, id),
          ])
      return {
        [sessionPath]: { status: 200, body: { data: [session] } },
        [recordPath(id)]: record,
        ...(!isStranger && { [changesPath]: { status: 200, body: numbers } }),
      }
    } catch {
      return {}
    }
  }

  /** Returns the answer about a code, which is delayed for a device that guesses codes. */
  async function answer(request: FastifyRequest, id: string): Promise<EmbeddedAnswers[string]> {
    const found = await inTime(availability, () => credentials.embeddedAnswer(request, id))
    return found.status === 404 ? credentials.delayed(request, found) : found
  }

  /** Returns the answer, or the failure that a page without scripts tells. */
  async function answerOrFailure(request: FastifyRequest, id: string): Promise<EmbeddedAnswers[string]> {
    try {
      return await answer(request, id)
    } catch (error) {
      if (error instanceof PilotosError && error.kind === 'unavailable')
        return { status: 503, body: { error: new UnavailableError().message } }
      report(error as Error)
      return { status: 500, body: { error: serverFailure } }
    }
  }
}

type Encoding = 'br' | 'gzip'

/** Browsers accept Brotli over https and from the machine itself, and only gzip over plain http. */
const compressors: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => withBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<string, Buffer>(gzip),
}

const withBrotli = promisify(brotliCompress)

/** `accepted` is the header `accept-encoding` of the request. */
export async function compressed(
  text: string,
  accepted = '',
): Promise<{ body: string | Buffer; encoding?: Encoding }> {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  const encoding = (['br', 'gzip'] as const).find((name) => names.includes(name))
  return encoding ? { body: await compressors[encoding](text), encoding } : { body: text }
}
