/** What staff does to a pilot besides its data: removes it, brings it back, revokes a lost card, looks at its history. */
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

  /** Gives what was removed, which can be brought back. */
  app.delete<OfPilot>(pilotPath(':id'), async (request): Promise<{ data: [PilotRecord] }> => {
    const pilot = await store.get(requireId(request.params.id))
    await removePilot(stores, pilot, guard.authorOf(request))
    return { data: [toRecord(pilot)] }
  })

  app.post<OfPilot>(pilotPath(':id', 'undo-remove'), async (request): Promise<{ data: [PilotRecord] }> => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await store.undoRemove(id, guard.authorOf(request)))] }
  })

  /** Gives the pilot with its new identifier and the new name of its photo. */
  app.post<OfPilot>(pilotPath(':id', 'revoke'), async (request): Promise<{ data: [PilotRecord] }> => {
    const id = requireId(request.params.id)
    return { data: [toRecord(await revokePilot(stores, id, guard.authorOf(request)))] }
  })

  /** The oldest first. */
  app.get<OfPilot>(pilotPath(':id', 'history'), async (request): Promise<{ data: HistoryEntry[] }> => {
    return { data: await store.history(requireId(request.params.id)) }
  })
}
