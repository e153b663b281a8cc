/** Serves the page of a credential as HTML, which needs no script unless the session has a role. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { PilotosError, serverFailure, UnavailableError } from '#domain/errors'
import { changesPath, recordPath, screens, sessionPath } from '#domain/web/addresses'
import { credentialPageModule, type RenderCredentialPage } from '#domain/web/credential-page'
import type { EmbeddedAnswers } from '#domain/web/wire'
import { sessionOf } from '../access/guard.ts'
import { pageHeadersFor } from '../access/headers.ts'
import { changeNumbers } from './changes.ts'
import { compressed } from './compression.ts'
import { inTime, sendPage } from './pages.ts'
import type { Routes } from './services.ts'
import { describeSession, describeStranger } from './session.ts'

export const credentialPage: Routes = async (app, services) => {
  const { clientFolder, page, installation, credentials, guard, availability, report, stores } = services
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
      const numbers = changeNumbers(stores)
      const [session, record] = isStranger
        ? [describeStranger(services), await answerOrFailure(request, id)]
        : await Promise.all([
            inTime(availability, () => describeSession(request, services)),
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
