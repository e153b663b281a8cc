/** The events, of which one is open, and the entries of riders in the open one. */
import type { FastifyRequest } from 'fastify'
import { MalformedError } from '#domain/errors'
import type { EntriesReportInfo, EventInfo } from '#domain/events/calls'
import type { EntriesOrder } from '#domain/events/entries'
import { entriesIn } from '#domain/events/entry'
import type { RaceEvent } from '#domain/events/event'
import { toFilter } from '#domain/pilots/search/list-query'
import { requireId } from '../credential/credentials.ts'
import { serve } from '../http/serve.ts'
import type { Routes } from '../services.ts'
import { eventFilter, holderOf, holdersOf, selectPilots } from '../store/queries/select.ts'

/** Lets staff see the events, and admins open, change and remove them. */
export const events: Routes = async (app, { events }) => {
  const infoOf = (event: RaceEvent): EventInfo => {
    const { id, name, place, country, first, last, modalidades, checks, demand, openedAt } = event
    return {
      ...{ id, name, place, country, first, last, demand },
      modalidades: [...modalidades],
      checks: [...checks],
      opened_at: openedAt,
      closed_at: events.all[events.all.indexOf(event) - 1]?.openedAt ?? null,
    }
  }

  serve(app, 'GET /api/events', async () => ({ data: events.all.map(infoOf) }))

  serve(app, 'POST /api/events', async ({ body, query }) => ({
    data: [infoOf(await events.create(body, query.after))],
  }))

  serve(app, 'PUT /api/events/:id', async ({ body, params }) => ({
    data: [infoOf(await events.change(params.id, body))],
  }))

  serve(app, 'DELETE /api/events/:id', async ({ params }) => events.remove(params.id))
}

/** The most refused riders, and the most changed riders, that an answer lists. */
const mostRefused = 100
const mostPilots = 50

/** Lets staff enter riders in the open event. */
export const entries: Routes = async (app, { stores, guard, events, validity }) => {
  async function change(request: FastifyRequest, event: string, order: EntriesOrder) {
    const done = await events.whileOpen(async () =>
      stores.pilots.changeEntries(order, events.requireOpen(event), guard.authorOf(request)),
    )
    const report: EntriesReportInfo = {
      changed: done.changed,
      unchanged: done.unchanged,
      refused: done.refused.slice(0, mostRefused),
      refused_total: done.refused.length,
      pilots: done.pilots.length > mostPilots ? [] : done.pilots.map((pilot) => validity.record(pilot)),
    }
    return { data: [report] }
  }

  serve(app, 'GET /api/entries/numbers', async () => {
    const { id: event } = events.open
    const { pilots } = await stores.pilots.list({ enteredIn: { event } })
    const taken = new Map<string, string[]>()
    for (const { modalidad, number } of pilots.flatMap((pilot) => entriesIn(pilot, event))) {
      const numbers = taken.get(modalidad) ?? []
      taken.set(modalidad, numbers)
      if (number !== undefined) numbers.push(number)
    }
    return { data: Array.from(taken, ([modalidad, numbers]) => ({ modalidad, numbers })) }
  })

  serve(app, 'POST /api/entries', async (request) => {
    const { event, ids, modalidades, number, numbers, ...filter } = request.body
    const found = {
      ids: ids && (await holdersOf(stores, ids.map(requireId))),
      ...toFilter(filter, validity.basis),
      ...(await eventFilter(stores, events, filter)),
    }
    const selected = (await selectPilots(stores, found)).map(({ id }) => id)
    if ((number !== undefined || numbers) && selected.length !== 1)
      throw new MalformedError('number y numbers son de un solo piloto')
    return change(request, event, {
      kind: 'enter',
      ids: selected,
      ...(modalidades && { modalidades }),
      ...(number !== undefined && { number }),
      ...(numbers && { numbers }),
    })
  })

  serve(app, 'POST /api/entries/carry', (request) => {
    const { event, from } = request.body
    return change(request, event, { kind: 'carry', from: events.required(from).id })
  })

  serve(app, 'PUT /api/entries/:id', async (request) => {
    const { event, modalidad, to } = request.body
    const id = await holderOf(stores, requireId(request.params.id))
    return change(request, event, { kind: 'change', id, modalidad, to })
  })

  serve(app, 'POST /api/entries/withdraw', async (request) => {
    const { event, ids, modalidad } = request.body
    return change(request, event, {
      kind: 'withdraw',
      ids: await holdersOf(stores, ids.map(requireId)),
      ...(modalidad && { modalidad }),
    })
  })
}
