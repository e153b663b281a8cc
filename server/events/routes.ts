/** The events, of which one is open, the entries of riders in it, its files for timing programs, and its report. */
import type { FastifyRequest } from 'fastify'
import { MalformedError } from '#domain/errors'
import type { EventInfo } from '#domain/events/calls'
import { entriesIn } from '#domain/events/entry'
import type { EntriesReportInfo, PendingRider } from '#domain/events/entry-calls'
import { type EntriesOrder, orderOfNow } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { Numbers } from '#domain/events/numbers'
import { pendingOf, proposedEntries } from '#domain/events/proposals'
import type { EventReport } from '#domain/events/report/calls'
import type { TimingProgram } from '#domain/events/timing-files'
import { timingWarnings, warningText } from '#domain/events/timing-warnings'
import type { Pilot } from '#domain/pilots/pilot'
import { type EntryFilter, toFilter } from '#domain/pilots/search/list-query'
import { today } from '#domain/text/date'
import type { Guard } from '../http/guard.ts'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { sendFile, sendTable } from '../http/transfers.ts'
import type { Branding, Validity } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import { eventFilter, holderOf, holdersOf, selectPilots, timingRows } from '../store/queries/select.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { Workers } from '../workers/workers.ts'
import { readReport } from './event-report.ts'
import { writePending } from './pending-file.ts'

/** Lets staff see the events, and admins open, change and remove them. */
export const events: Routes<{ events: Events }> = async (app, { events }) => {
  const infoOf = (event: RaceEvent): EventInfo => {
    const { id, name, place, country, first, last, modalidades, checks, demand, categories, openedAt } = event
    return {
      ...{ id, name, place, country, first, last, demand },
      modalidades: [...modalidades],
      checks: [...checks],
      categories: [...categories],
      opened_at: openedAt,
      closed_at: events.all[events.all.indexOf(event) - 1]?.openedAt ?? null,
    }
  }

  serve(app, 'GET /api/events', async () => ({ data: events.all.map(infoOf) }))

  serve(app, 'POST /api/events', async ({ body, query }) => ({
    data: [infoOf(await events.create(body, query.after))],
  }))

  serve(app, 'PUT /api/events/:id', async ({ body: { base, ...data }, params }) => ({
    data: [infoOf(await events.change(params.id, data, base))],
  }))

  serve(app, 'DELETE /api/events/:id', async ({ params }) => events.remove(params.id))
}

/** The most refused riders, the most changed riders, and the most pending entries, that an answer lists. */
const mostRefused = 100
const mostPilots = 50
const mostPending = 500

/** Lets staff enter riders in the open event. */
export const entries: Routes<{
  stores: Stores
  guard: Guard
  events: Events
  validity: Validity
  workers: Workers
}> = async (app, { stores, guard, events, validity, workers }) => {
  async function change(request: FastifyRequest, event: string, order: EntriesOrder) {
    const ofNow = orderOfNow(order, events.classes)
    const done = await events.whileOpen(async () =>
      stores.pilots.changeEntries(ofNow, events.requireOpen(event), guard.authorOf(request)),
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

  /** Returns the events before the open one, the last one first. */
  const earlier = () => events.all.slice(1).map(({ id }) => id)

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

  /** Returns the pending entries of the open event, with the reasons of now, by modalidad and name. */
  async function pendingRiders(): Promise<PendingRider[]> {
    const { id: event } = events.open
    const [{ pilots }, { pilots: entered }] = await Promise.all([
      stores.pilots.list({ pendingIn: event }),
      stores.pilots.list({ enteredIn: { event } }),
    ])
    return pendingOf(pilots, events.open, new Numbers(entered, event))
  }

  serve(app, 'GET /api/entries/pending', async () => {
    const riders = await pendingRiders()
    return { data: [{ total: riders.length, riders: riders.slice(0, mostPending) }] }
  })

  serve(app, 'POST /api/entries/pending', (request) =>
    change(request, request.body.event, { kind: 'pending', earlier: earlier() }),
  )

  serve(app, 'GET /api/entries/pending/export', async ({ query }, reply) => {
    const riders = await pendingRiders()
    return sendTable(reply, query, {
      name: 'por-inscribir',
      workers,
      write: (options, writeBook) => writePending(riders, options, writeBook),
    })
  })

  serve(app, 'POST /api/entries/leave-out', async (request) => {
    const { event, ids, modalidad } = request.body
    const holders = await holdersOf(stores, ids.map(requireId))
    return change(request, event, { kind: 'leave-out', ids: holders, ...(modalidad && { modalidad }) })
  })

  serve(app, 'GET /api/entries/:id', async ({ params }) => {
    const rider = await stores.pilots.get(await holderOf(stores, requireId(params.id)))
    const { id: event } = events.open
    const { pilots: entered } = await stores.pilots.list({ enteredIn: { event } })
    return { data: proposedEntries(rider, events.all, new Numbers(entered, event)) }
  })

  serve(app, 'POST /api/entries', async (request) => {
    const { event, ids, modalidades, number, numbers, motorcycles, ...filter } = request.body
    const found = {
      ids: ids && (await holdersOf(stores, ids.map(requireId))),
      ...toFilter(filter, validity),
      ...(await eventFilter(stores, events, filter)),
    }
    const selected = (await selectPilots(stores, found)).map(({ id }) => id)
    if ((number !== undefined || numbers || motorcycles) && selected.length !== 1)
      throw new MalformedError('number, numbers y motorcycles son de un solo piloto')
    return change(request, event, {
      kind: 'enter',
      ids: selected,
      ...(modalidades && { modalidades }),
      ...(number !== undefined && { number }),
      ...(numbers && { numbers }),
      ...(motorcycles && { motorcycles }),
      earlier: earlier(),
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

/** Sends the report of an event, for the screen and as a PDF. */
export const report: Routes<{
  stores: Stores
  workers: Workers
  events: Events
  branding: Branding
}> = async (app, { stores, workers, events, branding }) => {
  async function reportOf(id = 'open'): Promise<EventReport> {
    const event = events.required(id)
    return readReport(stores, event, events.all)
  }

  serve(app, 'GET /api/report', async ({ query }) => ({ data: [await reportOf(query.event)] }))

  serve(app, 'GET /api/report.pdf', async ({ query }, reply) => {
    const found = await reportOf(query.event)
    const drawing = { report: found, brand: branding.current }
    const content = await workers.run('draw-report', drawing, { kind: 'cards' })
    return sendFile(reply, { name: `informe-${today()}.pdf`, type: 'application/pdf', content })
  })
}

/** Says what is odd about the riders of a file for a timing program, before it is made. */
export const timing: Routes<{ stores: Stores; events: Events; validity: Validity }> = async (
  app,
  { stores, events, validity },
) => {
  const warningsOf = async (
    program: TimingProgram,
    pilots: readonly Pilot[],
    entered: EntryFilter = { event: events.open.id },
  ) => ({
    data: timingWarnings(program, await timingRows(stores, pilots, entered), today()).map((warning) => ({
      text: warningText(warning),
      riders: warning.riders,
    })),
  })
  serve(app, 'GET /api/timing', async ({ query }) => {
    const ofEvent = await eventFilter(stores, events, query)
    const { pilots } = await stores.pilots.list({
      ...toFilter(query, validity),
      ...ofEvent,
      order: 'asc',
    })
    return warningsOf(query.for, pilots, ofEvent.enteredIn)
  })

  serve(app, 'POST /api/timing', async ({ query, body }) =>
    warningsOf(query.for, await selectPilots(stores, { ids: body.map(requireId) })),
  )
}
