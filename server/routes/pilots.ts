/** Lets staff count, compare, remove and restore pilots, list the removed, revoke lost cards and read histories. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { MalformedError } from '#domain/errors'
import type { Pilot } from '#domain/pilot/pilot'
import { readPilotId } from '#domain/pilot/pilot-id'
import { checkSearch } from '#domain/pilot/search'
import { startOfDay } from '#domain/text/date'
import {
  clubsPath,
  countPath,
  duplicatesPath,
  pilotPath,
  pilotsPath,
  removedPath,
} from '#domain/web/addresses'
import {
  clubList,
  duplicateQuery,
  duplicates,
  historyEntry,
  idsBody,
  many,
  one,
  pilotCounts,
  pilotRecord,
  removedAnswer,
  removedQuery,
  restoredAnswer,
} from '#domain/web/schemas'
import { toRemovedRecord } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { removePilot, removePilots } from '../actions/remove.ts'
import { revokePilot } from '../actions/revoke.ts'
import type { Validity } from '../actions/validity.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'
import { requireId } from './credentials.ts'

const params = Type.Object({ id: Type.String() })
const onePilot = { params, response: answers({ 200: one(pilotRecord) }) }

export interface PilotRouteOptions {
  stores: Stores
  guard: Guard
  validity: Validity
}

export const pilots: FastifyPluginAsyncTypebox<PilotRouteOptions> = async (
  app,
  { stores, guard, validity },
) => {
  const store = stores.pilots
  const toRecord = (pilot: Pilot) => validity.record(pilot)

  app.get(countPath, { schema: { response: answers({ 200: one(pilotCounts) }) } }, async () => {
    return { data: [await store.count(startOfDay().toISOString(), validity.basis)] }
  })

  app.get(clubsPath, { schema: { response: answers({ 200: one(clubList) }) } }, async () => {
    return { data: [{ clubs: await store.clubs() }] }
  })

  const ofDuplicates = { querystring: duplicateQuery, response: answers({ 200: one(duplicates) }) }
  app.get(duplicatesPath, { schema: ofDuplicates }, async ({ query: { except = '', ...values } }) => {
    return { data: [await store.findDuplicates({ ...values, except: readPilotId(except) })] }
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

  /** Removes all of the pilots or, if one of them does not exist, none. Answers with the removed pilots. */
  const ofRemoval = { body: idsBody, response: answers({ 200: many(pilotRecord) }) }
  app.post(pilotsPath('remove'), { schema: ofRemoval }, async (request) => {
    const removed = await removePilots(stores, request.body.ids.map(requireId), guard.authorOf(request))
    return { data: removed.map(toRecord) }
  })

  /** Restores those of the pilots who can be restored. */
  const ofUndo = { body: idsBody, response: answers({ 200: one(restoredAnswer) }) }
  app.post(pilotsPath('undo-remove'), { schema: ofUndo }, async (request) => {
    const wanted = request.body.ids.map(requireId)
    const { pilots, refused } = await store.undoRemoveMany(wanted, guard.authorOf(request))
    return { data: [{ restored: pilots.map(toRecord), refused }] }
  })

  const ofRemoved = { querystring: removedQuery, response: answers({ 200: removedAnswer }) }
  app.get(removedPath, { schema: ofRemoved }, async ({ query: { search, page, per_page: perPage } }) => {
    const problem = search === undefined ? undefined : checkSearch(search)
    if (problem) throw new MalformedError(problem)
    const { removed, total } = await store.removed({ search, page, perPage })
    return { data: removed.map(toRemovedRecord), total }
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
