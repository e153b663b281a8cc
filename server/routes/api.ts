import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { MalformedError } from '#domain/errors'
import { toListQuery } from '#domain/list-query'
import { apiPath } from '#domain/web/addresses'
import { listQuery, pilotRecord } from '#domain/web/pilot-schemas'
import { answered, integer, onceQuery } from '#domain/web/schema-parts'
import { attendanceFilter } from '../actions/select.ts'
import { qrQuery } from './qrs.ts'
import { answers, file } from './route-schemas.ts'
import type { Routes } from './services.ts'

/** One pilot, or the list with the number of all that it finds. */
const pilots = answered({
  data: Type.Array(pilotRecord),
  total: Type.Optional(
    integer('The number of pilots that the list finds on all pages. One pilot has no `total`.'),
  ),
  total_capped: Type.Optional(
    Type.Literal(true, {
      description:
        'Present if the list finds more than `total` pilots, because the server stopped counting at `max_total`. A ' +
        'server on a folder always counts all.',
    }),
  ),
  approximate: Type.Optional(
    Type.Literal(true, {
      description:
        'Present if no pilot fits `search` exactly, and these fit it with one wrong, missing, extra or swapped ' +
        'letter in a word.',
    }),
  ),
})

const schema = {
  summary: 'Answers with the list, one pilot or a QR. One of `list` and `qr` is required.',
  description:
    '`?list=all` is for staff: the newest registration first. With `search`, and without `sort` and `order`, the pilots ' +
    'that fit best come first: the pilot with this number, then those with this DNI or licence, then those whose ' +
    'first name or surname it is, then those in which a word starts with it, then the rest.\n\n' +
    '`?list={id}` is for everybody: 404 if no pilot has the identifier, and 410 if it was revoked; only staff then ' +
    'learn the identifier that its pilot has now (`next`). After 20 wrong identifiers from one address, further 404 ' +
    'answers are delayed, or replaced by 429.\n\n' +
    '`?qr={address}` is for everybody. The address must be that of an existing credential of this server: otherwise ' +
    'the answer is 400, or 410 if the credential was revoked. The QR always contains the public address of the server.',
  querystring: Type.Object({
    list: onceQuery('list', '`all`, or the identifier of one pilot.'),
    ...listQuery.properties,
    ...qrQuery.properties,
  }),
  response: answers({
    200: file(['image/png', 'image/svg+xml'], pilots),
  }),
}

type Query = Type.Static<typeof schema.querystring>

export const api: Routes = async (app, { stores, guard, credentials, qrs, validity }) => {
  app.get(apiPath, { schema }, async (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return qrs.answer(request, reply, request.query)
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return list === 'all' ? listPilots(request, request.query) : credentials.answer(request, list)
  })

  async function listPilots(request: FastifyRequest, query: Query) {
    guard.requireRole(request, 'mesa')
    const among = await attendanceFilter(stores, query.attendance)
    const page = await stores.pilots.list({ ...toListQuery(query, validity.basis), ...among })
    return {
      data: page.pilots.map((pilot) => validity.record(pilot)),
      total: page.total,
      total_capped: page.isTotalCapped || undefined,
      approximate: page.isApproximate,
    }
  }
}
