/** Answers the calls that read (specification, section 7): the list, one pilot, a QR. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { MalformedError } from '#domain/errors'
import { toListQuery } from '#domain/list-query'
import { listQuery, pilotRecord } from '#domain/web/schemas'
import type { Guard } from '../access/guard.ts'
import { attendanceFilter } from '../actions/attendances.ts'
import type { Validity } from '../actions/validity.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers, file } from './answers.ts'
import type { Credentials } from './credentials.ts'
import { type Qrs, qrQuery } from './qrs.ts'

export interface ApiOptions {
  stores: Stores
  guard: Guard
  credentials: Credentials
  qrs: Qrs
  validity: Validity
}

/** One pilot, or the list with the number of all that it finds. */
const pilots = Type.Object({
  data: Type.Array(pilotRecord),
  total: Type.Optional(Type.Integer()),
  /** Present if the list finds more than `total` pilots. */
  total_capped: Type.Optional(Type.Literal(true)),
  /** Present if no pilot fits the search exactly, and these fit it with one error in a word. */
  approximate: Type.Optional(Type.Literal(true)),
})

const schema = {
  querystring: Type.Object({
    /** `all` for the list, or the identifier of one pilot. */
    list: Type.Optional(Type.String({ message: 'list va una sola vez' })),
    ...listQuery.properties,
    ...qrQuery.properties,
  }),
  response: answers({
    200: file(['image/png', 'image/svg+xml'], pilots),
  }),
}

type Query = Type.Static<typeof schema.querystring>

export const api: FastifyPluginAsyncTypebox<ApiOptions> = async (app, options) => {
  const { stores, guard, credentials, qrs, validity } = options

  app.get('/', { schema }, async (request, reply) => {
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
