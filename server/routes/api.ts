/** The calls that the client makes, as section 7 of the specification has them. */
import { setTimeout as delay } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { credentialUrl, readCredentialUrl } from '#domain/addresses'
import { MalformedError, NotFoundError, PilotosError, TooManyError } from '#domain/errors'
import { readInteger, readListQuery } from '#domain/list-query'
import { type PhotoName, type PilotDraft, parseDraft } from '#domain/pilot'
import { type PilotId, readPilotId } from '#domain/pilot-id'
import { qrPixels } from '#domain/qr-png'
import { type PilotRecord, toMinimalRecord, toRecord } from '#domain/wire'
import { Attempts } from '../access/attempts.ts'
import type { Guard } from '../access/guard.ts'
import type { PublicAddress } from '../public-address.ts'
import type { Desk } from '../store/desk.ts'
import { preparePhoto } from '../store/picture.ts'
import { formLimits, readPilotForm } from './form.ts'
import { QrCache } from './qr-cache.ts'

export interface ApiOptions {
  desk: Desk
  guard: Guard
  address: PublicAddress
  /** Leaves whoever is not staff only what a marshal needs of a pilot. */
  isMinimal?: boolean
}

type Query = Record<string, string | string[] | undefined>

export const api: FastifyPluginAsync<ApiOptions> = async (app, options) => {
  const { desk, guard, address, isMinimal = false } = options
  await app.register(multipart, { limits: formLimits })

  const wrongIds = new Attempts({ free: 20, firstWait: 1, longestWait: 5, forgetAfter: 10 * 60 })
  const inLine = new Map<string, number>()
  const qrs = new QrCache()
  const byOthers = { allowList: (request: FastifyRequest) => guard.isAtTheLaptop(request) }
  const limitQrs = app.rateLimit({ max: 300, ...byOthers })

  async function limitQr(
    this: FastifyInstance,
    request: FastifyRequest<{ Querystring: Query }>,
    reply: FastifyReply,
  ) {
    if (request.query.qr !== undefined) await limitQrs.call(this, request, reply)
  }

  app.get<{ Querystring: Query }>('/', { onRequest: limitQr }, async (request, reply) => {
    const { list, qr } = request.query
    if (qr !== undefined) return sendQr(reply, request.query)
    if (list === 'all') {
      await guard.requireStaff(request)
      const { pilots, total } = await desk.pilots.list(readListQuery(request.query))
      return { data: pilots.map(toRecord), total }
    }
    if (list === undefined) throw new MalformedError('Falta list o qr en la dirección')
    return { data: [await credential(request, list)] }
  })

  app.post(
    '/',
    { onRequest: guard.requireStaff, config: { rateLimit: { max: 120, ...byOthers } } },
    async (request, reply) => {
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
    },
  )

  /** One pilot, for anyone who has the address; who tries many wrong ones waits for the next. */
  async function credential(request: FastifyRequest, list: unknown): Promise<PilotRecord> {
    const isLaptop = guard.isAtTheLaptop(request)
    if (!isLaptop) await waitInLine(request.ip)
    try {
      const pilot = await desk.pilots.get(requireId(list))
      return isMinimal && !guard.isStaff(request) ? toMinimalRecord(pilot) : toRecord(pilot)
    } catch (error) {
      if (error instanceof NotFoundError && !isLaptop) wrongIds.fail(request.ip)
      throw error
    }
  }

  /** A few from one device may wait at once; more than that are sent away. */
  async function waitInLine(ip: string): Promise<void> {
    const wait = wrongIds.paceOf(ip)
    if (wait === 0) return
    const ahead = inLine.get(ip) ?? 0
    if (ahead >= maxInLine) throw new TooManyError(wait)
    inLine.set(ip, ahead + 1)
    await delay(wait * 1000)
    const behind = (inLine.get(ip) ?? 1) - 1
    if (behind > 0) inLine.set(ip, behind)
    else inLine.delete(ip)
  }

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

  async function sendQr(reply: FastifyReply, { qr, format, size }: Query): Promise<FastifyReply> {
    const pixels = readPixels(size)
    const id = await credentialOf(qr, reply.request.hostname)
    const text = credentialUrl(address.url(), id)
    if (format !== undefined && format !== 'png' && format !== 'svg') {
      throw new MalformedError('format es png o svg')
    }
    return reply
      .type(format === 'svg' ? 'image/svg+xml' : 'image/png')
      .send(qrs.draw(text, format === 'svg' ? 'svg' : 'png', pixels))
  }

  /** The pilot of a credential's address on this server, under whichever name the request knows it. */
  async function credentialOf(text: unknown, requestedHost: string): Promise<PilotId> {
    const credential = typeof text === 'string' && text.length <= maxUrl ? readCredentialUrl(text) : undefined
    const hostname = credential?.url.hostname
    if (!credential || (hostname !== requestedHost && !address.isOurs(credential.url))) throw notOurs()
    try {
      return (await desk.pilots.get(credential.id)).id
    } catch (error) {
      throw error instanceof NotFoundError ? notOurs() : error
    }
  }
}

/** How many requests with wrong identifiers one device may have waiting. */
const maxInLine = 4

/** The longest address that is drawn, in characters. */
const maxUrl = 512

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
