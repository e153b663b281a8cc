/** Accepts the scans of gates, and shows the log of passages, its numbers and the roster of a gate. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { atTheLaptop } from '#domain/author'
import { MalformedError } from '#domain/errors'
import { CodeHistory } from '#domain/gate/code-history'
import type { Scan } from '#domain/gate/passage'
import type { PassageQuery } from '#domain/gate/passage-query'
import { isCalendarDay, midnightOf, startOfDay } from '#domain/text/date'
import {
  gateRosterPath,
  passageExportPath,
  passageSummaryPath,
  passagesPath,
  settlementPath,
} from '#domain/web/addresses'
import {
  gateRoster,
  type PassagesQuery,
  passageAnswer,
  passageNumbers,
  passageRecord,
  passagesAnswer,
  passagesBody,
  passagesExportQuery,
  passagesQuery,
  settlementBody,
} from '#domain/web/gate-schemas'
import { isOn, many, one } from '#domain/web/schemas'
import { deviceName } from '../access/device-name.ts'
import type { Guard } from '../access/guard.ts'
import { attendanceFilter } from '../actions/attendances.ts'
import type { GateRosters } from '../actions/gate-roster.ts'
import { findPassageRecords, passageRecords } from '../actions/passage-records.ts'
import type { Scanner, Scans } from '../actions/scans.ts'
import { writePassages } from '../spreadsheets/passages.ts'
import type { Stores } from '../store/contract/stores.ts'
import type { Workers } from '../workers/workers.ts'
import { answers, empty, file } from './answers.ts'
import { requireId } from './credentials.ts'
import { downloadTypes, sendDownload } from './downloads.ts'

interface PassageOptions {
  stores: Stores
  guard: Guard
  scans: Scans
  rosters: GateRosters
  workers: Workers
}

/** The most passages on one page. */
const defaultPerPage = 50

const compressed = promisify(gzip)

const params = Type.Object({ id: Type.String() })

export const passages: FastifyPluginAsyncTypebox<PassageOptions> = async (
  app,
  { stores, guard, scans, rosters, workers },
) => {
  const scannerOf = (request: FastifyRequest): Scanner => ({
    by: guard.authorOf(request),
    gate: guard.gateOf(request),
    since: guard.sinceOf(request),
    isDesk: guard.isStaff(request),
    device: guard.isAtTheLaptop(request)
      ? atTheLaptop
      : deviceName(request.headers['user-agent'], request.ip),
  })

  const ofScans = { body: passagesBody, response: answers({ 200: many(passageAnswer) }) }
  app.post(passagesPath, { schema: ofScans }, async (request) => {
    return { data: await scans.record(request.body.passages.map(normalized), scannerOf(request)) }
  })

  app.get(passageSummaryPath, { schema: { response: answers({ 200: one(passageNumbers) }) } }, async () => {
    const [summary, missing] = await Promise.all([
      stores.passages.summary(startOfDay().toISOString()),
      countMissing(stores),
    ])
    return { data: [{ ...summary, missing }] }
  })

  const ofList = { querystring: passagesQuery, response: answers({ 200: passagesAnswer }) }
  app.get(passagesPath, { schema: ofList }, async ({ query }) => {
    const { page, per_page: perPage = defaultPerPage, ...filter } = query
    const history = new CodeHistory(await stores.pilots.revocations())
    const { passages, total, gates } = await stores.passages.list({
      ...toQuery(filter, history),
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

  const ofSettlement = { params, body: settlementBody, response: answers({ 200: one(passageRecord) }) }
  app.put(settlementPath(':id'), { schema: ofSettlement }, (request) =>
    settle(request, request.params.id, request.body.reason),
  )

  const ofReopening = { params, response: answers({ 200: one(passageRecord) }) }
  app.delete(settlementPath(':id'), { schema: ofReopening }, (request) => settle(request, request.params.id))

  /** Answers with a file of the passages, the oldest first. */
  const ofExport = {
    querystring: passagesExportQuery,
    response: answers({ 200: file(downloadTypes) }),
  }
  app.get(passageExportPath, { schema: ofExport }, async (request, reply) => {
    const { format = 'csv', plain, ...filter } = request.query
    const history = new CodeHistory(await stores.pilots.revocations())
    const parts = await findPassageRecords(stores, toQuery(filter, history), history)
    return sendDownload(reply, {
      name: 'lecturas',
      format,
      workers,
      write: (writeBook) => writePassages(parts, { format, plain: isOn(plain) }, writeBook),
    })
  })

  /** Answers 304 if the roster of the device, whose version is in `If-None-Match`, is current. */
  const ofRoster = { response: answers({ 200: file([], one(gateRoster)), 304: empty }) }
  app.get(gateRosterPath, { schema: ofRoster }, async (request, reply) => {
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

/** Counts the pilots who have not entered today. */
async function countMissing(stores: Stores): Promise<number> {
  const filter = await attendanceFilter(stores, 'missing')
  return (await stores.pilots.list({ ...filter, perPage: 1 })).total
}

/** Converts the filter of an address. @throws MalformedError, NotFoundError */
function toQuery(
  { pilot, incidents, settled, from, to, ...filter }: Omit<PassagesQuery, 'page' | 'per_page'>,
  history: CodeHistory,
): PassageQuery {
  return {
    ...filter,
    incidents: isOn(incidents),
    settled: isOn(settled),
    pilot: pilot === undefined ? undefined : history.first(requireId(pilot)),
    from: from && startOf(from).toISOString(),
    before: to && startOf(to, 1).toISOString(),
  }
}

/** Returns the scan with its time in UTC, by which passages are ordered. @throws MalformedError */
function normalized({ id, scanned, gate, direction, at, offline, admitted, corrects }: Scan): Scan {
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) throw new MalformedError('at es una fecha y hora ISO 8601')
  return {
    ...{ id, scanned, gate, direction, at: moment.toISOString() },
    ...(offline !== undefined && { offline }),
    ...(admitted !== undefined && { admitted }),
    ...(corrects !== undefined && { corrects }),
  }
}

/** Returns a midnight: see `midnightOf`. @throws MalformedError if the day is not in the calendar */
function startOf(day: string, later = 0): Date {
  if (!isCalendarDay(day)) throw new MalformedError(`${day} no es un día del calendario`)
  return midnightOf(day, later)
}
