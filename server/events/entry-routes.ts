/** The entries of riders in the open event, and the pending ones. */
import type { FastifyRequest } from 'fastify'
import { MalformedError } from '#domain/errors'
import { entriesIn } from '#domain/events/entry'
import type { EntriesReportInfo, PendingRider, TakenNumbersInfo } from '#domain/events/entry-calls'
import type { EntriesOrder } from '#domain/events/entry-orders'
import { groupOf, type Numbered, Numbers } from '#domain/events/numbers'
import { pendingOf, proposedEntries } from '#domain/events/proposals'
import { entriesOfReserved, isReservedFor, reservedOn } from '#domain/events/reserved/reserved'
import { toFilter } from '#domain/pilots/search/list-query'
import { today } from '#domain/text/date'
import { type Parts, type Routes, requireId, serve } from '../http/serve.ts'
import { sendTable } from '../http/transfers.ts'
import type { Events } from '../settings/race-events.ts'
import { eventFilter, holderOf, holdersOf, selectPilots } from '../store/queries/select.ts'
import { writePending } from './pending-file.ts'

/** The most refused riders, the most changed riders, and the most pending entries, that an answer lists. */
const mostRefused = 100
const mostPilots = 50
const mostPending = 500

/** Returns the function that gives an order for the entries of the open event, and answers with what was done. */
function entryChanges({ stores, guard, validity }: Parts) {
  return async (request: FastifyRequest, event: string, order: EntriesOrder) => {
    const done = await stores.pilots.changeEntries(order, { id: event }, guard.authorOf(request))
    const report: EntriesReportInfo = {
      changed: done.changed,
      unchanged: done.unchanged,
      refused: done.refused.slice(0, mostRefused),
      refused_total: done.refused.length,
      pilots: done.pilots.length > mostPilots ? [] : done.pilots.map((pilot) => validity.record(pilot)),
    }
    return { data: [report] }
  }
}

/** Returns the events before the open one, the last one first. */
function earlierThanOpen({ all }: Events): string[] {
  return all.slice(1).map(({ id }) => id)
}

/** Lets staff enter riders in the open event. */
export const entries: Routes = async (app, parts) => {
  const { stores, events, validity } = parts
  const change = entryChanges(parts)

  serve(app, 'GET /api/entries/numbers', async ({ query }) => {
    const { id: event, categories, reserved } = events.open
    const rider = query.rider && (await stores.pilots.get(await holderOf(stores, requireId(query.rider))))
    const { pilots } = await stores.pilots.list({ enteredIn: { event } })
    const kept = reservedOn(reserved, today()).filter((one) => !rider || !isReservedFor(rider, one))
    const taken = new Map<string, TakenNumbersInfo>()
    const add = ({ modalidad, category, number }: Numbered, entries: number) => {
      const none: TakenNumbersInfo = { modalidad, ...(category && { category }), entries: 0, numbers: [] }
      const group = taken.get(groupOf({ modalidad, category })) ?? none
      taken.set(groupOf(group), group)
      group.entries += entries
      if (number !== undefined) group.numbers.push(number)
    }
    for (const entry of pilots.flatMap((pilot) => entriesIn(pilot, event))) add(entry, 1)
    for (const entry of kept.flatMap((one) => entriesOfReserved(one, categories))) add(entry, 0)
    return { data: [...taken.values()] }
  })

  serve(app, 'GET /api/entries/:id', async ({ params }) => {
    const rider = await stores.pilots.get(await holderOf(stores, requireId(params.id)))
    const { id: event } = events.open
    const { pilots: entered } = await stores.pilots.list({ enteredIn: { event } })
    const numbers = new Numbers(entered, events.open)
    return { data: proposedEntries(rider, events.all, numbers, new Date().toISOString()) }
  })

  serve(app, 'POST /api/entries', async (request) => {
    const { event, ids, modalidades, number, numbers, motorcycles, categories, further, ...filter } =
      request.body
    const ofOneRider = { number, numbers, motorcycles, categories }
    const found = {
      ids: ids && (await holdersOf(stores, ids.map(requireId))),
      ...toFilter(filter, validity),
      ...(await eventFilter(stores, events, filter)),
    }
    // Riders who are entered since are no longer found among those who are not.
    const done = await stores.pilots.ridersOfDone()
    const selected = (done ?? (await selectPilots(stores, found))).map(({ id }) => id)
    if (!done && Object.values(ofOneRider).some((one) => one !== undefined) && selected.length !== 1)
      throw new MalformedError('number, numbers, motorcycles y categories son de un solo piloto')
    return change(request, event, {
      kind: 'enter',
      ids: selected,
      modalidades,
      ...ofOneRider,
      ...(further && { further }),
      earlier: earlierThanOpen(events),
    })
  })

  serve(app, 'POST /api/entries/carry', (request) => {
    const { event, from } = request.body
    return change(request, event, { kind: 'carry', from: events.required(from).id })
  })

  serve(app, 'POST /api/entries/categorize', (request) => {
    const { event } = request.body
    return change(request, event, { kind: 'categorize', event })
  })

  serve(app, 'PUT /api/entries/:id', async (request) => {
    const { event, to, ...place } = request.body
    const id = await holderOf(stores, requireId(request.params.id))
    return change(request, event, { kind: 'change', id, ...place, to })
  })

  serve(app, 'POST /api/entries/withdraw', async (request) => {
    const { event, ids, ...place } = request.body
    return change(request, event, {
      kind: 'withdraw',
      ids: await holdersOf(stores, ids.map(requireId)),
      ...place,
    })
  })
}

/** Lets staff work off the entries that an order for many riders wanted and that were refused. */
export const pendingEntries: Routes = async (app, parts) => {
  const { stores, events, workers } = parts
  const change = entryChanges(parts)

  /** Returns the pending entries of the open event, with the reasons of now, by modalidad and name. */
  async function pendingRiders(): Promise<PendingRider[]> {
    const { id: event } = events.open
    const [{ pilots }, { pilots: entered }] = await Promise.all([
      stores.pilots.list({ pendingIn: event }),
      stores.pilots.list({ enteredIn: { event } }),
    ])
    return pendingOf(pilots, events.all, new Numbers(entered, events.open), new Date().toISOString())
  }

  serve(app, 'GET /api/entries/pending', async () => {
    const riders = await pendingRiders()
    return { data: [{ total: riders.length, riders: riders.slice(0, mostPending) }] }
  })

  serve(app, 'POST /api/entries/pending', (request) =>
    change(request, request.body.event, { kind: 'pending', earlier: earlierThanOpen(events) }),
  )

  serve(app, 'GET /api/entries/pending/export', async ({ query }, reply) => {
    const riders = await pendingRiders()
    return sendTable(reply, query, {
      name: 'por-inscribir',
      workers,
      write: (options, writeBook) => writePending(riders, events.open.categories, options, writeBook),
    })
  })

  serve(app, 'POST /api/entries/leave-out', async (request) => {
    const { event, ids, ...place } = request.body
    const holders = await holdersOf(stores, ids.map(requireId))
    return change(request, event, { kind: 'leave-out', ids: holders, ...place })
  })
}
