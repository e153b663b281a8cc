/** The calls that the client makes, as section 7 of the specification has them. */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { MalformedError, PilotosError } from '#domain/errors'
import { readListQuery } from '#domain/list-query'
import { type PhotoName, type PilotDraft, parseDraft } from '#domain/pilot'
import { toRecord } from '#domain/wire'
import type { Guard } from '../access/guard.ts'
import type { PublicAddress } from '../public-address.ts'
import type { Desk } from '../store/desk.ts'
import { preparePhoto } from '../store/picture.ts'
import { type Credentials, requireId } from './credentials.ts'
import { formLimits, readPilotForm } from './form.ts'
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
  await app.register(multipart, { limits: formLimits })

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

  function staffOnly(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
    guard.requireStaff(request)
    done()
  }

  const writes = { max: 120, allowList: (request: FastifyRequest) => guard.isAtTheLaptop(request) }

  app.post('/', { onRequest: staffOnly, config: { rateLimit: writes } }, async (request, reply) => {
    const form = await readPilotForm(request)
    if (form.id === undefined) {
      const pilot = await withPhoto(form.data, form.picture, (draft, photo) =>
        desk.pilots.register(draft, photo),
      )
      return reply.code(201).send({ data: [toRecord(pilot)] })
    }
    const { id } = await desk.pilots.get(requireId(form.id))
    const pilot = await withPhoto(form.data, form.picture, (draft, photo) =>
      desk.pilots.update(id, draft, photo),
    )
    return { data: [toRecord(pilot)] }
  })

  /** The photo is stored before the pilot that names it, and removed again where the pilot is refused. */
  async function withPhoto<Result>(
    data: Record<string, unknown>,
    picture: Buffer | undefined,
    store: (draft: PilotDraft, photo?: PhotoName) => Promise<Result>,
  ): Promise<Result> {
    const draft = parseDraft(data)
    if (!picture) return store(draft)
    const photo = await desk.photos.save(await preparePhoto(picture))
    try {
      return await store(draft, photo)
    } catch (error) {
      // Where the machine failed, nobody knows what is on the disk: what no pilot names is swept one day.
      const isRefused = error instanceof PilotosError && error.kind !== 'machine'
      if (isRefused) await desk.photos.remove(photo).catch(() => {})
      throw error
    }
  }
}
