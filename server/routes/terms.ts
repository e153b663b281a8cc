/** Lets staff change the terms of credentials, and renew many at once. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { toFilter } from '#domain/list-query'
import { changedTerms, withTerms } from '#domain/validity/changes'
import { planRenewal } from '#domain/validity/renewal'
import { renewalsPath, termsPath } from '#domain/web/addresses'
import {
  isOn,
  one,
  pilotRecord,
  renewalOrder,
  renewalReport,
  termsChange,
  termsQuery,
} from '#domain/web/schemas'
import { attendanceFilter } from '../actions/attendances.ts'
import { selectPilots } from '../actions/select.ts'
import { answers } from './answers.ts'
import { maxIdsBytes, requireId } from './credentials.ts'
import type { PilotRouteOptions } from './pilots.ts'

const params = Type.Object({ id: Type.String() })

export const terms: FastifyPluginAsyncTypebox<PilotRouteOptions> = async (
  app,
  { stores, guard, validity },
) => {
  const ofTerms = {
    params,
    querystring: termsQuery,
    body: termsChange,
    response: answers({ 200: one(pilotRecord) }),
  }
  app.put(termsPath(':id'), { schema: ofTerms }, async (request) => {
    const id = requireId(request.params.id)
    if (isOn(request.query.dry_run)) {
      const pilot = await stores.pilots.get(id)
      return { data: [validity.record(withTerms(pilot, changedTerms(pilot.terms, request.body)))] }
    }
    const pilots = await stores.pilots.changeTerms([id], request.body, guard.authorOf(request))
    return { data: pilots.map((pilot) => validity.record(pilot)) }
  })

  /** Answers with what the renewal has done or, with `dry_run`, would do. */
  const ofRenewal = { body: renewalOrder, response: answers({ 200: one(renewalReport) }) }
  app.post(renewalsPath, { schema: ofRenewal, bodyLimit: maxIdsBytes }, async (request) => {
    const { ids, issued, dry_run: isDryRun, ...filter } = request.body
    const { basis } = validity
    const among = await attendanceFilter(stores, filter.attendance)
    const selection = { ids: ids?.map(requireId), ...toFilter(filter, basis), ...among }
    const { renewed, change, report } = planRenewal(await selectPilots(stores, selection), basis, issued)
    if (!isDryRun && renewed.length > 0)
      await stores.pilots.changeTerms(renewed, change, guard.authorOf(request))
    return { data: [report] }
  })
}
