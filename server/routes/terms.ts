/** Lets staff change the terms of credentials. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { termsPath } from '#domain/web/addresses'
import { one, pilotRecord, termsChange } from '#domain/web/schemas'
import { answers } from './answers.ts'
import { requireId } from './credentials.ts'
import type { PilotRouteOptions } from './pilots.ts'

const params = Type.Object({ id: Type.String() })

export const terms: FastifyPluginAsyncTypebox<PilotRouteOptions> = async (
  app,
  { stores, guard, validity },
) => {
  app.addHook('onRequest', guard.staffOnly)

  const ofTerms = { params, body: termsChange, response: answers({ 200: one(pilotRecord) }) }
  app.put(termsPath(':id'), { schema: ofTerms }, async (request) => {
    const id = requireId(request.params.id)
    const pilots = await stores.pilots.changeTerms([id], request.body, guard.authorOf(request))
    return { data: pilots.map((pilot) => validity.record(pilot)) }
  })
}
