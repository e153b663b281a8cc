import type { FastifyRequest } from 'fastify'
import { paperOf } from '#domain/credential/paper'
import type { ListName, ListOrder } from '#domain/desk/lists'
import type { EventInfo } from '#domain/events/calls'
import type { EntryFilter } from '#domain/events/entry-filter'
import type { RaceEvent } from '#domain/events/event'
import { eventListNames, keyInEvent } from '#domain/events/event-changes'
import type { EventReport } from '#domain/events/report/calls'
import type { TimingProgram } from '#domain/events/timing/timing-files'
import { timingWarnings, warningText } from '#domain/events/timing/timing-warnings'
import type { Pilot } from '#domain/pilots/pilot'
import { toFilter } from '#domain/pilots/search/list-query'
import { today } from '#domain/text/date'
import { serveList } from '../collections/serve-list.ts'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { sendFile } from '../http/transfers.ts'
import { eventFilter, selectPilots, timingRows } from '../store/queries/select.ts'
import { readReport } from './event-report.ts'

/** Lets staff see the events, and admins open, change and remove them, with their categories and reserved numbers. */
export const events: Routes = async (app, { stores, events, guard }) => {
  const infoOf = (event: RaceEvent): EventInfo => {
    const {
      id,
      name,
      place,
      country,
      first,
      last,
      modalidades,
      checks,
      demand,
      openedAt,
      plainCards,
      sharedNumbers,
    } = event
    return {
      ...{ id, version: events.versionOf(event), name, place, country, first, last, demand },
      modalidades: [...modalidades],
      checks: [...checks],
      categories: [...event.categories],
      reserved: [...event.reserved],
      ...(plainCards !== undefined && { plainCards }),
      ...(sharedNumbers !== undefined && { sharedNumbers }),
      opened_at: openedAt,
      closed_at: events.all[events.all.indexOf(event) - 1]?.openedAt ?? null,
    }
  }

  serve(app, 'GET /api/events', async () => ({ data: events.all.map(infoOf) }))

  serve(app, 'POST /api/events', async (request) => {
    const { body, query } = request
    return { data: [infoOf(await events.create(body, query.after, guard.authorOf(request)))] }
  })

  serve(app, 'PUT /api/events/:id', async (request) => {
    const { version, ...data } = request.body
    const changed = await events.change(request.params.id, data, version, guard.authorOf(request))
    return { data: [infoOf(changed)] }
  })

  serve(app, 'DELETE /api/events/:id', async (request) =>
    events.remove(request.params.id, guard.authorOf(request)),
  )

  function changeItem(list: ListName, order: ListOrder<ListName>, request: FastifyRequest) {
    const { id: event } = events.required((request.params as { event: string }).event)
    const inEvent = { ...(order as object), event } as ListOrder<ListName>
    return stores.settings.changeItem(list, inEvent, guard.authorOf(request))
  }

  for (const list of eventListNames)
    serveList(app, {
      ...{ path: `/api/${list}/:event`, item: ':id', listOf: () => list, change: changeItem },
      async all({ event = '' }) {
        const { id: eventId, [list]: items } = events.required(event)
        const keyed = items.map((one) => ({ id: keyInEvent(list, one), ...one }))
        return {
          data: keyed.map((one) => ({ ...one, version: events.versionOfItem(list, one.id, eventId) })),
        }
      },
    })
}

/** Sends the report of an event, for the screen and as a PDF. */
export const report: Routes = async (app, { stores, workers, events, branding }) => {
  async function reportOf(id = 'open'): Promise<EventReport> {
    const event = events.required(id)
    return readReport(stores, event, events.all)
  }

  serve(app, 'GET /api/report', async ({ query }) => ({ data: [await reportOf(query.event)] }))

  serve(app, 'GET /api/report.pdf', async ({ query }, reply) => {
    const found = await reportOf(query.event)
    const drawing = { report: found, brand: branding.current, paper: paperOf(events.open) }
    const content = await workers.run('draw-report', drawing, { kind: 'cards' })
    return sendFile(reply, { name: `informe-${today()}.pdf`, type: 'application/pdf', content })
  })
}

/** Says what is odd about the riders of a file for a timing program, before it is made. */
export const timing: Routes = async (app, { stores, events, validity }) => {
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
