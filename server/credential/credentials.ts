/** Answers with the record of one pilot, and with the QR of its credential. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialUrl, readCredentialUrl } from '#domain/api/addresses'
import type { PartOf } from '#domain/api/calls'
import { type EmbeddedAnswers, toPublicRecord } from '#domain/api/wire'
import { MalformedError, NotFoundError, PilotosError, RevokedError, TooManyError } from '#domain/errors'
import { isMinor, type Pilot } from '#domain/pilots/pilot'
import { type PilotId, qrPixels, readPilotId } from '#domain/pilots/pilot-id'
import type { PilotRecord } from '#domain/pilots/schemas'
import { clientNetwork } from '#domain/staff/local-access'
import { today } from '#domain/text/date'
import { Attempts, type Clock } from '../http/attempts.ts'
import type { Guard } from '../http/guard.ts'
import type { PublicAddress } from '../network/public-address.ts'
import { qrPng, qrSvg } from '../qr/qr.ts'
import type { Validity } from '../settings/current-settings.ts'
import type { PublicView } from '../settings/public-view.ts'
import type { PilotStore } from '../store/shared/pilots.ts'
import type { CodeGuesses } from './code-guesses.ts'

/** The records of the pilots, which anyone with the address of a credential may read. A gate gets less. */
export class Credentials {
  constructor(
    private readonly pilots: PilotStore,
    private readonly guard: Guard,
    private readonly guesses: CodeGuesses,
    private readonly validity: Pick<Validity, 'statusOf' | 'record' | 'chatOf'>,
    private readonly publicView: Pick<PublicView, 'current'>,
  ) {}

  /** Answers `?list={id}`. @throws NotFoundError, RevokedError, TooManyError */
  async answer(request: FastifyRequest, code: string): Promise<{ data: PilotRecord[] }> {
    try {
      return { data: [this.#recordFor(request, await this.find(request, code))] }
    } catch (error) {
      throw error instanceof RevokedError ? await this.#refusal(request, error) : error
    }
  }

  /** Returns the answer to embed in a page: the record, 404 or 410. */
  async embeddedAnswer(request: FastifyRequest, id: string): Promise<EmbeddedAnswers[string]> {
    try {
      const pilot = await this.pilots.get(requireId(id))
      return { status: 200, body: { data: [this.#recordFor(request, pilot)] } }
    } catch (error) {
      if (error instanceof NotFoundError) return { status: 404, body: { error: error.message } }
      if (!(error instanceof RevokedError)) throw error
      const { message, details } = await this.#refusal(request, error)
      return { status: 410, body: { error: message, ...details } }
    }
  }

  /** Counts a wrong code, and returns its answer once it may be sent. Too many of them at once get 429 instead. */
  async delayed(request: FastifyRequest, answer: EmbeddedAnswers[string]): Promise<EmbeddedAnswers[string]> {
    try {
      await this.guesses.holdBack(request)
      return answer
    } catch (error) {
      if (!(error instanceof TooManyError)) throw error
      return { status: 429, body: { error: error.message, ...error.details } }
    }
  }

  /** Returns the pilot of a code. Counts wrong codes. @throws NotFoundError, TooManyError */
  async find(request: FastifyRequest, code: string): Promise<Pilot> {
    try {
      return await this.pilots.get(requireId(code))
    } catch (error) {
      if (error instanceof NotFoundError) await this.guesses.holdBack(request)
      throw error
    }
  }

  /** Returns the refusal of a revoked code. For staff, it names the credential that its pilot has now, if any. */
  async #refusal(request: FastifyRequest, error: RevokedError): Promise<PilotosError> {
    const next = this.guard.isStaff(request) ? await this.#replacement(error) : undefined
    return next ? new PilotosError(error.kind, error.message, { ...error.details, next }) : error
  }

  /** Returns the identifier after the last revocation. Returns undefined if the pilot was removed. */
  async #replacement({ next }: RevokedError): Promise<PilotId | undefined> {
    try {
      return (await this.pilots.get(next)).id
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      if (error instanceof RevokedError) return this.#replacement(error)
      throw error
    }
  }

  #recordFor(request: FastifyRequest, pilot: Pilot): PilotRecord {
    const role = this.guard.roleOf(request)
    const status = this.validity.statusOf(pilot)
    if (role === 'puerta') return toPublicRecord(pilot, status, 'gates')
    if (role !== undefined) return this.validity.record(pilot)
    const isMinimal = this.publicView.current === 'minima' || isMinor(pilot, today())
    return toPublicRecord(pilot, status, isMinimal ? 'everyone' : 'complete', this.validity.chatOf(pilot))
  }
}

/** @throws NotFoundError if no pilot can have such an identifier */
export function requireId(text: string): PilotId {
  const id = readPilotId(text)
  if (!id) throw new NotFoundError()
  return id
}

type QrQuery = Pick<PartOf<'GET /api', 'query'>, 'qr' | 'format' | 'size'>
type Format = NonNullable<QrQuery['format']>

/** The longest accepted address, in characters. */
const maxUrl = 512

/** The most cached drawings. Those of unusual sizes, which no page uses, are not cached. */
const maxCached = 2000

/** Back-off for drawings of unusual sizes, by client network. Times are in seconds. */
const unusualRules = { free: 60, firstWait: 5, longestWait: 60, forgetAfter: 60 }

/** Draws QR codes, with a cache: one drawing takes as long as fifty answers. */
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
    const { id } = await this.#existing(request, this.#credentialOf(qr, request.hostname))
    reply.type(format === 'svg' ? 'image/svg+xml' : 'image/png')
    return this.#draw(request, id, format, pixels)
  }

  /** Forgets the drawings: one of them may have the code of a person who was erased. */
  clear(): void {
    this.#cache.clear()
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

  /** Returns the pilot of a code, whose card may have another valid code. */
  #existing(request: FastifyRequest, code: PilotId): Promise<Pilot> {
    return this.credentials.find(request, code).catch((error) => {
      throw error instanceof NotFoundError ? notOurs() : error
    })
  }
}

function drawn(text: string, format: Format, pixels: number): Buffer {
  return format === 'svg' ? Buffer.from(qrSvg(text, pixels)) : qrPng(text, pixels)
}

function notOurs(): MalformedError {
  return new MalformedError('Solo se dibuja el QR de una credencial de este kiosco')
}
