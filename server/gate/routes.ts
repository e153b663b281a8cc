/** Shows the log of passages, its numbers and the roster of a gate, and settles incidents. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { toEmergencyContact } from '#domain/api/records'
import { isOn } from '#domain/api/schema-parts'
import { MalformedError } from '#domain/errors'
import type { PassagesQuery } from '#domain/gate/calls'
import { CodeHistory } from '#domain/gate/code-history'
import type { PassageQuery } from '#domain/gate/passage-query'
import { isCalendarDay, midnightOf } from '#domain/text/date'
import { type Routes, requireId, serve } from '../http/serve.ts'
import { sendTable } from '../http/transfers.ts'
import type { Events } from '../settings/race-events.ts'
import { findPassageRecords, passageRecords } from '../store/queries/passage-records.ts'
import { type CurrentEvent, eventFilter, holderOf } from '../store/queries/select.ts'
import type { Stores } from '../store/shared/stores.ts'
import { writePassages } from './passage-file.ts'
import { GateRosters, type SignedText } from './roster.ts'

/** The most passages on one page. */
const defaultPerPage = 50

const compressed = promisify(gzip)

export const passages: Routes<{ waiver: SignedText }> = async (app, parts) => {
  const { stores, guard, events, gates, validity, fields, waiver, workers } = parts
  const rosters = new GateRosters(stores, gates, events, validity, fields, waiver)
  serve(app, 'GET /api/passages/summary', async () => {
    const [summary, riders, missing] = await Promise.all([
      stores.passages.summary(events.day),
      countRiders(stores, events, { entered: 'all' }),
      countRiders(stores, events, { attendance: 'missing' }),
    ])
    return { data: [{ ...summary, riders, missing, event: events.open.name }] }
  })

  serve(app, 'GET /api/passages', async ({ query }) => {
    const { page, per_page: perPage = defaultPerPage, ...filter } = query
    const history = new CodeHistory(await stores.pilots.revocations())
    const { passages, total, gates } = await stores.passages.list({
      ...toQuery(filter, history, events),
      page,
      perPage,
    })
    return { data: await passageRecords(stores, passages, history), total, gates }
  })

  /** Settles an incident or, without a reason, opens it again. */
  async function settle(request: FastifyRequest, settles: string, reason?: string) {
    const by = guard.authorOf(request)
    const at = new Date().toISOString()
    const passage = await stores.passages.settle({ settles, at, by, ...(reason !== undefined && { reason }) })
    const history = new CodeHistory(await stores.pilots.revocations())
    return { data: await passageRecords(stores, [passage], history) }
  }

  serve(app, 'PUT /api/passages/:id/settlement', (request) =>
    settle(request, request.params.id, request.body.reason),
  )

  serve(app, 'DELETE /api/passages/:id/settlement', (request) => settle(request, request.params.id))

  serve(app, 'GET /api/passages/export', async (request, reply) => {
    const { format, plain, ...filter } = request.query
    const history = new CodeHistory(await stores.pilots.revocations())
    const parts = await findPassageRecords(stores, toQuery(filter, history, events), history)
    return sendTable(
      reply,
      { format, plain },
      { name: 'lecturas', workers, write: (options, writeBook) => writePassages(parts, options, writeBook) },
    )
  })

  serve(app, 'POST /api/pilots/:id/emergency-contact', async (request) => {
    const gate = guard.gateOf(request) ?? gates.required(request.body.gate)
    const id = await holderOf(stores, requireId(request.params.id))
    return { data: [toEmergencyContact(await stores.pilots.seeContact(id, gate, guard.authorOf(request)))] }
  })

  serve(app, 'GET /api/gate/roster', async (request, reply) => {
    const at = new Date().toISOString()
    const { rest, version } = await rosters.current()
    const tag = `"${version}"`
    // The answer must be asked for again each time, so that nobody sees it after the session has ended.
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    const text = `{"data":[{"at":"${at}",${rest}]}`
    reply.type('application/json; charset=utf-8')
    // 2,000 pilots are half a megabyte, of which a tenth remains.
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return text
    return reply.header('content-encoding', 'gzip').send(await compressed(text, { level: 3 }))
  })
}

/** Counts the riders of the open event, or those of them who have not entered today. */
async function countRiders(
  stores: Stores,
  events: CurrentEvent,
  kind: Parameters<typeof eventFilter>[2],
): Promise<number> {
  const filter = await eventFilter(stores, events, kind)
  return (await stores.pilots.list({ ...filter, perPage: 1 })).total
}

/** Converts the filter of an address. @throws MalformedError, NotFoundError */
function toQuery(
  { pilot, incidents, settled, event, from, to, ...filter }: Omit<PassagesQuery, 'page' | 'per_page'>,
  history: CodeHistory,
  events: Pick<Events, 'partOf'>,
): PassageQuery {
  return {
    ...filter,
    incidents: isOn(incidents),
    settled: isOn(settled),
    pilot: pilot === undefined ? undefined : history.first(requireId(pilot)),
    event: event === undefined ? undefined : events.partOf(event),
    from: from && startOf(from).toISOString(),
    before: to && startOf(to, 1).toISOString(),
  }
}

/** Returns a midnight: see `midnightOf`. @throws MalformedError if the day is not in the calendar */
function startOf(day: string, later = 0): Date {
  if (!isCalendarDay(day)) throw new MalformedError(`${day} no es un día del calendario`)
  return midnightOf(day, later)
}
