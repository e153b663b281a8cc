/** Answers the calls that read (specification, section 7): the list, one pilot, a QR. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { MalformedError } from '#domain/errors'
import { readListQuery } from '#domain/list-query'
import type { Guard } from '../access/guard.ts'
import type { Stores } from '../store/contract/stores.ts'
import type { Credentials } from './credentials.ts'
import type { Qrs } from './qrs.ts'
import type { RecordTexts } from './record-texts.ts'

export interface ApiOptions {
  stores: Stores
  guard: Guard
  credentials: Credentials
  qrs: Qrs
  texts: RecordTexts
}

type Query = Record<string, string | string[] | undefined>

export const api: FastifyPluginAsync<ApiOptions> = async (app, options) => {
  const { stores, guard, credentials, qrs, texts } = options

  /** Answers synchronously if the store has the pilot in memory: a turn of the event loop would double the time. */
  app.get<{ Querystring: Query }>('/', (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return qrs.answer(request, reply)
    reply.type('application/json; charset=utf-8')
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return list === 'all' ? listPilots(request) : credentials.answer(request, list)
  })

  async function listPilots(request: FastifyRequest<{ Querystring: Query }>): Promise<Buffer | string> {
    guard.requireStaff(request)
    const { pilots, total } = await stores.pilots.list(readListQuery(request.query))
    return texts.page(pilots, total)
  }
}
