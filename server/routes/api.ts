/** The calls that read, as section 7 of the specification has them: the list, one pilot, a QR. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { MalformedError } from '#domain/errors'
import { readListQuery } from '#domain/list-query'
import type { Guard } from '../access/guard.ts'
import type { PublicAddress } from '../public-address.ts'
import type { Desk } from '../store/desk.ts'
import type { Credentials } from './credentials.ts'
import { Qrs } from './qrs.ts'
import type { RecordTexts } from './record-texts.ts'

export interface ApiOptions {
  desk: Desk
  guard: Guard
  address: PublicAddress
  credentials: Credentials
  texts: RecordTexts
}

type Query = Record<string, string | string[] | undefined>

export const api: FastifyPluginAsync<ApiOptions> = async (app, options) => {
  const { desk, guard, address, credentials, texts } = options
  const qrs = new Qrs(desk.pilots, address)
  const limitQrs = app.rateLimit({ max: 300 })

  /** What is at hand is answered without a turn of the event loop, which would take as long as the answer. */
  app.get<{ Querystring: Query }>('/', (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return drawQr(request, reply)
    reply.type('application/json; charset=utf-8')
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return list === 'all' ? listPilots(request) : credentials.answer(request, list)
  })

  function drawQr(request: FastifyRequest<{ Querystring: Query }>, reply: FastifyReply) {
    const draw = () => qrs.answer(request.query, request, reply)
    return guard.isAtTheLaptop(request) ? draw() : limitQrs.call(app, request, reply).then(draw)
  }

  async function listPilots(request: FastifyRequest<{ Querystring: Query }>): Promise<Buffer | string> {
    guard.requireStaff(request)
    const { pilots, total } = await desk.pilots.list(readListQuery(request.query))
    return texts.page(pilots, total)
  }
}
