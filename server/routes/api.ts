/** The calls that the client makes, as section 7 of the specification has them. */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { credentialUrl, readCredentialUrl } from '#domain/addresses'
import { MalformedError, NotFoundError } from '#domain/errors'
import { readInteger, readListQuery } from '#domain/list-query'
import { type PhotoName, type PilotDraft, parseDraft } from '#domain/pilot'
import { type PilotId, readPilotId } from '#domain/pilot-id'
import { qrSvg } from '#domain/qr'
import { qrPixels, qrPng } from '#domain/qr-png'
import { toRecord } from '#domain/wire'
import type { Guard } from '../access/guard.ts'
import type { PublicAddress } from '../public-address.ts'
import type { Desk } from '../store/desk.ts'
import { preparePhoto } from '../store/picture.ts'
import { formLimits, readPilotForm } from './form.ts'

export interface ApiOptions {
  desk: Desk
  guard: Guard
  address: PublicAddress
}

type Query = Record<string, string | string[] | undefined>

export const api: FastifyPluginAsync<ApiOptions> = async (app, { desk, guard, address }) => {
  await app.register(multipart, { limits: formLimits })

  app.get<{ Querystring: Query }>('/', async (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return sendQr(reply, request.query)
    if (list === 'all') {
      await guard.requireStaff(request)
      const { pilots, total } = await desk.pilots.list(readListQuery(request.query))
      return { data: pilots.map(toRecord), total }
    }
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return { data: [toRecord(await desk.pilots.get(requireId(list)))] }
  })

  app.post('/', { onRequest: guard.requireStaff }, async (request, reply) => {
    const form = await readPilotForm(request)
    if (form.id === undefined) {
      const pilot = await withPhoto(form.data, form.picture, (draft, photo) =>
        desk.pilots.register(draft, photo),
      )
      return reply.code(201).send({ data: [toRecord(pilot)] })
    }
    const before = await desk.pilots.get(requireId(form.id))
    const pilot = await withPhoto(form.data, form.picture, (draft, photo) =>
      desk.pilots.update(before.id, draft, photo),
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
      // Where this fails too, the photo is swept one day; what the person must know is the first error.
      await desk.photos.remove(photo).catch(() => {})
      throw error
    }
  }

  async function sendQr(reply: FastifyReply, { qr, format, size }: Query): Promise<FastifyReply> {
    const pixels = readPixels(size)
    const id = await credentialOf(qr, reply.request.hostname)
    const text = credentialUrl(address.url(), id)
    if (format === 'svg') return reply.type('image/svg+xml').send(qrSvg(text, pixels))
    if (format !== undefined && format !== 'png') throw new MalformedError('format es png o svg')
    return reply.type('image/png').send(qrPng(text, pixels))
  }

  /** The pilot of a credential's address on this server, under whichever name the request knows it. */
  async function credentialOf(text: unknown, requestedHost: string): Promise<PilotId> {
    const credential = typeof text === 'string' ? readCredentialUrl(text) : undefined
    const hostname = credential?.url.hostname
    if (!credential || (hostname !== requestedHost && !address.isOurs(credential.url))) throw notOurs()
    try {
      return (await desk.pilots.get(credential.id)).id
    } catch (error) {
      throw error instanceof NotFoundError ? notOurs() : error
    }
  }
}

function notOurs(): MalformedError {
  return new MalformedError('Solo se dibuja el QR de una credencial de este servidor')
}

function requireId(text: unknown): PilotId {
  const id = typeof text === 'string' ? readPilotId(text) : undefined
  if (!id) throw new NotFoundError()
  return id
}

function readPixels(size: unknown): number {
  const pixels = readInteger(size, qrPixels.max, qrPixels.min)
  if (pixels === null) {
    throw new MalformedError(`size es un número entero de ${qrPixels.min} a ${qrPixels.max}`)
  }
  return pixels ?? qrPixels.usual
}
