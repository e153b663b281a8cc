/** The QRs of credentials as pictures; those that were drawn last are kept, since each takes as long as fifty answers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialUrl, readCredentialUrl } from '#domain/addresses'
import { MalformedError, NotFoundError } from '#domain/errors'
import { readInteger } from '#domain/list-query'
import type { PilotId } from '#domain/pilot-id'
import { qrSvg } from '#domain/qr'
import { qrPixels, qrPng } from '#domain/qr-png'
import type { PublicAddress } from '../public-address.ts'
import { Recent } from '../recent.ts'
import type { PilotStore } from '../store/pilot-store.ts'

export type QrQuery = Partial<Record<'qr' | 'format' | 'size', string | string[]>>

/** The longest address that is drawn, in characters. */
const maxUrl = 512

/** A few kilobytes each. */
const maxDrawings = 2000

export class Qrs {
  #credentials = new Recent<string, ReturnType<typeof readCredentialUrl>>(maxDrawings)
  #drawings = new Recent<string, Buffer>(maxDrawings)

  constructor(
    private readonly pilots: PilotStore,
    private readonly address: PublicAddress,
  ) {}

  /** The answer to `?qr={credential URL}`: at once where the pilot is at hand. @throws MalformedError */
  answer(query: QrQuery, request: FastifyRequest, reply: FastifyReply): Buffer | Promise<Buffer> {
    const { qr, format = 'png', size } = query
    const pixels = readPixels(size)
    const id = this.#credentialOf(qr, request.hostname)
    if (format !== 'png' && format !== 'svg') throw new MalformedError('format es png o svg')
    reply.type(format === 'svg' ? 'image/svg+xml' : 'image/png')
    if (this.pilots.peek(id)) return this.#draw(id, format, pixels)
    return this.#exists(id).then(() => this.#draw(id, format, pixels))
  }

  #draw(id: PilotId, format: 'png' | 'svg', pixels: number): Buffer {
    const text = credentialUrl(this.address.url(), id)
    return this.#drawings.get(`${format} ${pixels} ${text}`, () =>
      format === 'svg' ? Buffer.from(qrSvg(text, pixels)) : qrPng(text, pixels),
    )
  }

  /** The pilot of a credential's address on this server, under whichever name the request knows it. */
  #credentialOf(text: unknown, requestedHost: string): PilotId {
    if (typeof text !== 'string' || text.length > maxUrl) throw notOurs()
    const credential = this.#credentials.get(text, () => readCredentialUrl(text))
    if (!credential) throw notOurs()
    const { id, url } = credential
    if (url.hostname !== requestedHost && !this.address.isOurs(url)) throw notOurs()
    return id
  }

  async #exists(id: PilotId): Promise<void> {
    await this.pilots.get(id).catch((error) => {
      throw error instanceof NotFoundError ? notOurs() : error
    })
  }
}

function notOurs(): MalformedError {
  return new MalformedError('Solo se dibuja el QR de una credencial de este servidor')
}

function readPixels(size: unknown): number {
  const pixels = readInteger(size, qrPixels.max, qrPixels.min)
  if (pixels === null) {
    throw new MalformedError(`size es un número entero de ${qrPixels.min} a ${qrPixels.max}`)
  }
  return pixels ?? qrPixels.usual
}
