/** Accepts the scans of gates, and shows the log of passages, its numbers and the roster of a gate. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { atTheLaptop } from '#domain/author'
import { MalformedError } from '#domain/errors'
import { CodeHistory } from '#domain/gate/code-history'
import type { Scan } from '#domain/gate/passage'
import type { PassageQuery } from '#domain/gate/passage-query'
import { isCalendarDay, midnightOf } from '#domain/text/date'
import {
  gateRosterPath,
  passageExportPath,
  passageSummaryPath,
  passagesPath,
  pilotPath,
  settlementPath,
} from '#domain/web/addresses'
import {
  contactOrder,
  gateRoster,
  type PassagesQuery,
  passageAnswer,
  passageNumbers,
  passageParams,
  passageRecord,
  passagesAnswer,
  passagesBody,
  passagesExportQuery,
  passagesQuery,
  settlementBody,
} from '#domain/web/gate-schemas'
import { emergencyContact, pilotParams } from '#domain/web/pilot-schemas'
import { toEmergencyContact } from '#domain/web/records'
import { dataList, dataOf, empty, file, isOn } from '#domain/web/schema-parts'
import { deviceName } from '../access/pairings.ts'
import type { Events } from '../actions/events.ts'
import { findPassageRecords, passageRecords } from '../actions/passage-records.ts'
import type { Scanner } from '../actions/scans.ts'
import { type CurrentEvent, eventFilter, holderOf } from '../actions/select.ts'
import { mediaTypes } from '../spreadsheets/export.ts'
import { writePassages } from '../spreadsheets/passages.ts'
import type { Stores } from '../store/shared/stores.ts'
import { requireId } from './credentials.ts'
import { downloadTypes, sendDownload } from './exports.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

/** The most passages on one page. */
const defaultPerPage = 50

const compressed = promisify(gzip)

const scanning = {
  summary: 'Records 1 to 500 scans in their order, and answers each in the same order.',
  description:
    'A scan with the `id` of a stored one changes nothing and gets the stored result. A passage is **counted** if the ' +
    'person was let through, it is no repeat, and nobody took it back. The result is decided as follows:\n\n' +
    '1. A code that belongs to nobody is `unknown`. The code of a removed pilot is unknown too.\n' +
    '2. A scan of a pilot at the same gate, in the same direction, at most a minute before or after a counted ' +
    'passage is a `repeat`, unless the pilot has passed in the other direction in between.\n' +
    '3. An exit of a known pilot is a `pass`.\n' +
    '4. A credential that is not valid on the day of the scan is `expired` or `suspended`, and a revoked card is ' +
    '`revoked`. A card that was scanned offline before it was revoked is not.\n' +
    '5. An entry is `again` if the last counted passage before it, or the first one after it, is an entry of the same ' +
    'day. The setting `daily` counts all entries of the day, and `after-exit` also those of the last seven days. ' +
    'Only `warn`, the default, lets the person through.\n' +
    '6. Any other entry is a `pass`.\n\n' +
    'A device that could not reach the server has answered by itself: the server stores what happened (`admitted`). ' +
    'Entries that were let through, although their result is neither `pass` nor `repeat`, are **incidents**. So are ' +
    'these:\n\n' +
    '- A scan with the `id` of an earlier one, but with another `scanned`, `direction` or `corrects`: the result is ' +
    '`conflict`, and nobody is let through. The passage gets another `id`.\n' +
    '- An offline scan whose `at` is before the pairing or the sign-in of its device (at the laptop itself: more than ' +
    'seven days ago) or after now. `at` is then the time of the server, and `doubt` is `time`.\n' +
    '- An offline entry with a card that was revoked before the server learned of the scan: `doubt` is ' +
    '`revoked`.\n\n' +
    'The gate of a paired phone is that of its pairing, whatever it sends. Others name one of the gates of the ' +
    'settings; an offline scan may also name a gate that was renamed or removed since. Only staff of the desk take ' +
    'back a passage of another gate than that of the correction. Anything else is refused with 400.',
  body: passagesBody,
  response: answers({ 200: dataList(passageAnswer) }),
}

const counting = {
  summary: 'Counts persons. Today begins at midnight where the laptop is.',
  response: answers({ 200: dataOf(passageNumbers) }),
}

const listing = {
  summary: 'Lists the passages, the newest first by their arrival. Reading counts nothing.',
  querystring: passagesQuery,
  response: answers({ 200: passagesAnswer }),
}

const settling = {
  summary: 'Settles an incident with a reason, and answers with it.',
  description:
    'The same reason of the same person again changes nothing. 409 if another person has settled it, or if the ' +
    'passage is no incident, also since it was taken back.',
  params: passageParams,
  body: settlementBody,
  response: answers({ 200: dataOf(passageRecord) }),
}

const reopening = {
  summary: 'Opens a settled incident again, and answers with it. An incident that is open stays so.',
  params: passageParams,
  response: answers({ 200: dataOf(passageRecord) }),
}

const exporting = {
  summary: 'Sends the passages that a filter finds as a file, the oldest first.',
  querystring: passagesExportQuery,
  response: answers({ 200: file(downloadTypes) }),
}

const contactSchema = {
  summary: 'Shows a gate the emergency contact of a pilot, once the history of the pilot has who saw it.',
  description:
    'The entry of the history has the gate: that of the pairing for a paired phone, whatever it sends, and one of the ' +
    'gates of the settings for others. Nothing is noted for a pilot without a contact, all of whose values are null. ' +
    'If the entry cannot be stored, the answer is an error without the contact.',
  params: pilotParams,
  body: contactOrder,
  response: answers({ 200: dataOf(emergencyContact) }),
}

const rosterSchema = {
  summary: 'Sends the pilots that a gate needs when it cannot reach the server.',
  description:
    'The answer has an `ETag`, and is 304 without content for a request whose `If-None-Match` names the current one. ' +
    'It is compressed with gzip for a client that accepts this.',
  response: answers({ 200: file([], dataOf(gateRoster)), 304: empty }),
}

export const passages: Routes = async (app, { stores, guard, scans, events, gates, rosters, workers }) => {
  const scannerOf = (request: FastifyRequest): Scanner => ({
    by: guard.authorOf(request),
    gate: guard.gateOf(request),
    since: guard.sinceOf(request),
    isDesk: guard.isStaff(request),
    device: guard.isAtTheLaptop(request)
      ? atTheLaptop
      : deviceName(request.headers['user-agent'], request.ip),
  })

  app.post(passagesPath, { schema: scanning }, async (request) => {
    return { data: await scans.record(request.body.passages.map(normalized), scannerOf(request)) }
  })

  app.get(passageSummaryPath, { schema: counting }, async () => {
    const [summary, riders, missing] = await Promise.all([
      stores.passages.summary(events.day),
      countRiders(stores, events, { entered: 'all' }),
      countRiders(stores, events, { attendance: 'missing' }),
    ])
    return { data: [{ ...summary, riders, missing, event: events.open.name }] }
  })

  app.get(passagesPath, { schema: listing }, async ({ query }) => {
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

  app.put(settlementPath(':id'), { schema: settling }, (request) =>
    settle(request, request.params.id, request.body.reason),
  )

  app.delete(settlementPath(':id'), { schema: reopening }, (request) => settle(request, request.params.id))

  app.get(passageExportPath, { schema: exporting }, async (request, reply) => {
    const { format = 'csv', plain, ...filter } = request.query
    const history = new CodeHistory(await stores.pilots.revocations())
    const parts = await findPassageRecords(stores, toQuery(filter, history, events), history)
    return sendDownload(reply, {
      name: 'lecturas',
      extension: format,
      type: mediaTypes[format],
      workers,
      write: (writeBook) => writePassages(parts, { format, plain: isOn(plain) }, writeBook),
    })
  })

  app.post(pilotPath(':id', 'emergency-contact'), { schema: contactSchema }, async (request) => {
    const gate = guard.gateOf(request) ?? gates.required(request.body.gate)
    const id = await holderOf(stores, requireId(request.params.id))
    return { data: [toEmergencyContact(await stores.pilots.seeContact(id, gate, guard.authorOf(request)))] }
  })

  app.get(gateRosterPath, { schema: rosterSchema }, async (request, reply) => {
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

/** Returns the scan with its time in UTC, by which passages are ordered. @throws MalformedError */
function normalized({ id, scanned, gate, direction, at, ...rest }: Scan): Scan {
  const { offline, admitted, corrects, cardless, override, event } = rest
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) throw new MalformedError('at es una fecha y hora ISO 8601')
  return {
    ...{ id, scanned, gate, direction, at: moment.toISOString() },
    ...(offline !== undefined && { offline }),
    ...(admitted !== undefined && { admitted }),
    ...(corrects !== undefined && { corrects }),
    ...(cardless && { cardless }),
    ...(event !== undefined && { event }),
    ...(override && { override }),
  }
}

/** Returns a midnight: see `midnightOf`. @throws MalformedError if the day is not in the calendar */
function startOf(day: string, later = 0): Date {
  if (!isCalendarDay(day)) throw new MalformedError(`${day} no es un día del calendario`)
  return midnightOf(day, later)
}
