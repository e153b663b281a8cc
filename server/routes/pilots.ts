/** Lets staff count, remove and restore pilots, revoke lost cards and read a pilot's history. */
import type { FastifyPluginAsync } from 'fastify'
import type { PilotCounts } from '#domain/list-query'
import type { HistoryEntry } from '#domain/pilot/history'
import { startOfDay } from '#domain/text/date'
import { countPath, pilotPath } from '#domain/web/addresses'
import { type PilotRecord, toRecord } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { removePilot } from '../actions/remove.ts'
import { revokePilot } from '../actions/revoke.ts'
import type { Stores } from '../store/contract/stores.ts'
import { requireId } from './credentials.ts'

interface OfPilot {
  Params: { id: string }
}

export const pilots: FastifyPluginAsync<{ stores: Stores; guard: Guard }> = async (
  app,
  { stores, guard },
) => {
  const store = stores.pilots

  app.addHook('onRequest', guard.staffOnly)

  app.get(countPath, async (): Promise<{ data: [PilotCounts] }> => {
    return { data: [await store.count(startOfDay().toISOString())] }
  })

  /** Answers with the removed pilot, which `undo-remove` restores. */
  app.delete<OfPilot>(pilotPath(':id'), async (request): Promise<{ data: [PilotRecord] }> => {
    const pilot = await store.get(requireId(request.params.id))
    await removePilot(stores, pilot, guard.authorOf(request))
    return { data: [toRecord(pilot)] }
  })

  app.post<OfPilot>(pilotPath(':id', 'undo-remove'), async (request): Promise<{ data: [PilotRecord] }> => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await store.undoRemove(id, guard.authorOf(request)))] }
  })

  /** Answers with the pilot under its new identifier and photo name. */
  app.post<OfPilot>(pilotPath(':id', 'revoke'), async (request): Promise<{ data: [PilotRecord] }> => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await revokePilot(stores, id, guard.authorOf(request)))] }
  })

  /** Answers with the history, oldest entry first. */
  app.get<OfPilot>(pilotPath(':id', 'history'), async (request): Promise<{ data: HistoryEntry[] }> => {
    return { data: await store.history(requireId(request.params.id)) }
  })
}
