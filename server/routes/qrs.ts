/** Draws the QR codes of credentials, with a cache: one drawing takes as long as fifty answers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { MalformedError, NotFoundError, TooManyError } from '#domain/errors'
import type { PilotId } from '#domain/pilot/pilot-id'
import { credentialUrl, readCredentialUrl } from '#domain/web/addresses'
import { clientNetwork } from '#domain/web/local-access'
import { numberQuery, onceQuery, optionQuery } from '#domain/web/schema-parts'
import type { Clock } from '../access/attempts.ts'
import { Attempts } from '../access/attempts.ts'
import type { Guard } from '../access/guard.ts'
import type { PublicAddress } from '../network/public-address.ts'
import { qrPixels, qrPng } from '../qr/png.ts'
import { qrSvg } from '../qr/qr.ts'
import type { Credentials } from './credentials.ts'

export const qrQuery = Type.Object({
  qr: onceQuery('qr', 'The address of a credential.'),
  format: optionQuery('format', ['png', 'svg'], 'The format of the picture; `png` if absent.'),
  size: numberQuery('size', 'The side of the picture, in pixels.', qrPixels.min, qrPixels.max),
})

type QrQuery = Type.Static<typeof qrQuery>
type Format = NonNullable<QrQuery['format']>

/** The longest accepted address, in characters. */
const maxUrl = 512

/** The most cached drawings. Those of unusual sizes, which no page uses, are not cached. */
const maxCached = 2000

/** Back-off for drawings of unusual sizes, by client network. Times are in seconds. */
const unusualRules = { free: 60, firstWait: 5, longestWait: 60, forgetAfter: 60 }

export class Qrs {
  /** A FIFO cache. */
  #cache = new Map<string, Buffer>()
  #unusualDrawings: Attempts

  constructor(
    private readonly credentials: Credentials,
    private readonly address: PublicAddress,
    private readonly guard: Guard,
    now?: Clock['now'],
  ) {
    this.#unusualDrawings = new Attempts(unusualRules, now)
  }

  /** Answers `?qr={credential URL}`. @throws MalformedError, TooManyError */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { qr, format = 'png', size: pixels = qrPixels.usual }: QrQuery,
  ): Promise<Buffer> {
    const id = this.#credentialOf(qr, request.hostname)
    await this.#requireExisting(request, id)
    reply.type(format === 'svg' ? 'image/svg+xml' : 'image/png')
    return this.#draw(request, id, format, pixels)
  }

  #draw(request: FastifyRequest, id: PilotId, format: Format, pixels: number): Buffer {
    const text = credentialUrl(this.address.url(), id)
    if (pixels !== qrPixels.usual) {
      this.#countUnusual(request)
      return drawn(text, format, pixels)
    }
    const key = `${format} ${text}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    const drawing = drawn(text, format, pixels)
    this.#cache.set(key, drawing)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maxCached && oldest !== undefined) this.#cache.delete(oldest)
    return drawing
  }

  /** @throws TooManyError */
  #countUnusual(request: FastifyRequest): void {
    if (this.guard.isExempt(request)) return
    const network = clientNetwork(request.ip)
    const wait = this.#unusualDrawings.waitOf(network) || this.#unusualDrawings.count(network)
    if (wait > 0) throw new TooManyError(wait)
  }

  /** Returns the pilot's identifier in a credential address of this server, under any of the server's names. */
  #credentialOf(text: string | undefined, requestedHost: string): PilotId {
    if (text === undefined || text.length > maxUrl) throw notOurs()
    const credential = readCredentialUrl(text)
    if (!credential) throw notOurs()
    const { id, url } = credential
    if (url.hostname !== requestedHost && !this.address.isOurs(url)) throw notOurs()
    return id
  }

  async #requireExisting(request: FastifyRequest, id: PilotId): Promise<void> {
    await this.credentials.find(request, id).catch((error) => {
      throw error instanceof NotFoundError ? notOurs() : error
    })
  }
}

function drawn(text: string, format: Format, pixels: number): Buffer {
  return format === 'svg' ? Buffer.from(qrSvg(text, pixels)) : qrPng(text, pixels)
}

function notOurs(): MalformedError {
  return new MalformedError('Solo se dibuja el QR de una credencial de este servidor')
}
