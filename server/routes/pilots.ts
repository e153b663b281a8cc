/** Lets staff count, remove and restore pilots, revoke lost cards and read a pilot's history. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { startOfDay } from '#domain/text/date'
import { countPath, pilotPath } from '#domain/web/addresses'
import { historyEntry, many, one, pilotCounts, pilotRecord } from '#domain/web/schemas'
import { toRecord } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { removePilot } from '../actions/remove.ts'
import { revokePilot } from '../actions/revoke.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'
import { requireId } from './credentials.ts'

const params = Type.Object({ id: Type.String() })
const onePilot = { params, response: answers({ 200: one(pilotRecord) }) }

export const pilots: FastifyPluginAsyncTypebox<{ stores: Stores; guard: Guard }> = async (
  app,
  { stores, guard },
) => {
  const store = stores.pilots

  app.addHook('onRequest', guard.staffOnly)

  app.get(countPath, { schema: { response: answers({ 200: one(pilotCounts) }) } }, async () => {
    return { data: [await store.count(startOfDay().toISOString())] }
  })

  /** Answers with the removed pilot, which `undo-remove` restores. */
  app.delete(pilotPath(':id'), { schema: onePilot }, async (request) => {
    const pilot = await store.get(requireId(request.params.id))
    await removePilot(stores, pilot, guard.authorOf(request))
    return { data: [toRecord(pilot)] }
  })

  app.post(pilotPath(':id', 'undo-remove'), { schema: onePilot }, async (request) => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await store.undoRemove(id, guard.authorOf(request)))] }
  })

  /** Answers with the pilot under its new identifier and photo name. */
  app.post(pilotPath(':id', 'revoke'), { schema: onePilot }, async (request) => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await revokePilot(stores, id, guard.authorOf(request)))] }
  })

  /** Answers with the history, oldest entry first. */
  const ofHistory = { params, response: answers({ 200: many(historyEntry) }) }
  app.get(pilotPath(':id', 'history'), { schema: ofHistory }, async (request) => {
    return { data: await store.history(requireId(request.params.id)) }
  })
}
