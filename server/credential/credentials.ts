/** Answers with the record of one pilot and with the QR of its credential, and slows down the guessing of codes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialUrl, readCredentialUrl } from '#domain/api/addresses'
import type { PartOf } from '#domain/api/calls'
import { toPublicRecord } from '#domain/api/records'
import type { EmbeddedAnswers } from '#domain/api/wire'
import { MalformedError, NotFoundError, PilotosError, RevokedError, TooManyError } from '#domain/errors'
import { entriesIn } from '#domain/events/entry'
import { Numbers, ownNumber } from '#domain/events/numbers'
import { isIncomplete } from '#domain/pilots/incomplete'
import { isMinor, type Pilot } from '#domain/pilots/pilot'
import { type PilotId, qrPixels } from '#domain/pilots/pilot-id'
import type { PilotRecord } from '#domain/pilots/schemas'
import { clientNetwork } from '#domain/staff/local-access'
import { today } from '#domain/text/date'
import { Attempts, type Clock, monotonicClock } from '../http/attempts.ts'
import type { Guard } from '../http/guard.ts'
import { requireId } from '../http/serve.ts'
import type { PublicAddress } from '../network/public-address.ts'
import { qrPng, qrSvg } from '../qr/qr.ts'
import type { PilotFields, PublicView, Validity } from '../settings/current-settings.ts'
import type { Events } from '../settings/race-events.ts'
import type { PilotStore } from '../store/shared/pilots.ts'

/** The records of the pilots, which anyone with the address of a credential may read. A gate gets less. */
export class Credentials {
  constructor(
    private readonly pilots: PilotStore,
    private readonly guard: Guard,
    private readonly guesses: CodeGuesses,
    private readonly settings: {
      validity: Pick<Validity, 'statusOf' | 'record' | 'chatOf' | 'racing'>
      publicView: Pick<PublicView, 'current'>
      fields: Pick<PilotFields, 'table'>
      events: Pick<Events, 'open'>
    },
  ) {}

  /** Answers `?list={id}`. @throws NotFoundError, RevokedError, TooManyError */
  async answer(request: FastifyRequest, code: string): Promise<{ data: PilotRecord[] }> {
    try {
      return { data: [await this.#recordFor(request, await this.find(request, code))] }
    } catch (error) {
      throw error instanceof RevokedError ? await this.#refusal(request, error) : error
    }
  }

  /** Returns the answer to embed in a page: the record, 404 or 410. */
  async embeddedAnswer(request: FastifyRequest, id: string): Promise<EmbeddedAnswers[string]> {
    try {
      const pilot = await this.pilots.get(requireId(id))
      return { status: 200, body: { data: [await this.#recordFor(request, pilot)] } }
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

  /** Returns a function that says who races in the open event with the number of one of some riders. */
  async racersOf(riders: readonly Pilot[]): Promise<(rider: Pilot) => Pick<PilotRecord, 'racer'>> {
    const { open } = this.settings.events
    const isOpen = riders.some((rider) => ownNumber(rider) && entriesIn(rider, open.id).length === 0)
    const found = isOpen && (await this.pilots.list({ enteredIn: { event: open.id } }))
    const numbers = new Numbers(found ? found.pilots : [], open)
    return (rider) => ({ racer: numbers.racerOf(rider) })
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

  async #recordFor(request: FastifyRequest, pilot: Pilot): Promise<PilotRecord> {
    const role = this.guard.roleOf(request)
    const { validity, publicView, fields } = this.settings
    const { table } = fields
    const status = validity.statusOf(pilot)
    const shown = { table, ...validity.racing(pilot) }
    if (role === 'puerta') return toPublicRecord(pilot, status, 'gates', shown)
    const racerOf = await this.racersOf(role === undefined ? [] : [pilot])
    if (role !== undefined) return { ...validity.record(pilot), ...racerOf(pilot) }
    // Of a rider without a birth date, nobody knows whether it is a minor.
    const isUnknown = isIncomplete(pilot) || isMinor(pilot, today())
    const isMinimal = publicView.current === 'minima' || isUnknown
    const chat = validity.chatOf(pilot)
    return toPublicRecord(pilot, status, isMinimal ? 'everyone' : 'complete', { ...shown, chat })
  }
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
    const pilot = await this.#existing(request, this.#credentialOf(qr, request.hostname))
    if (isIncomplete(pilot)) throw new PilotosError('conflict', 'Este piloto no tiene credencial todavía')
    const { id } = pilot
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

const guessRules = { free: 20, firstWait: 1, longestWait: 5, forgetAfter: 10 * 60 }

/** The maximum number of delayed answers for one client network. */
const maxHeld = 4

/**
 * Delays the answers to wrong credential codes. Answers to correct codes are never delayed: behind a router or a
 * proxy, many phones share one address, and a phone that guesses must not stop the others.
 *
 * An attacker therefore learns from every answer if a code exists, and only the length of the codes protects them.
 * A code has 60 random bits, 2^60 = 1.15 × 10^18 values. With 10,000 pilots and 50,000 guesses a second, more than
 * a laptop answers, the first hit is expected after 2^60 / (10^4 × 5 × 10^4) s = 2.3 × 10^9 s, or 73 years; the
 * chance of a hit within three days is 1 in 8,900. The delays only limit the load, and a person who mistypes a code
 * does not notice them.
 */
export class CodeGuesses {
  #attempts: Attempts
  #held = new Map<string, number>()

  constructor(
    private readonly guard: Guard,
    private readonly clock: Clock = monotonicClock,
  ) {
    this.#attempts = new Attempts(guessRules, clock.now)
  }

  /** Counts a wrong code and returns the seconds to delay its answer: 0 for staff and for the laptop. */
  count(request: FastifyRequest): number {
    return this.guard.isExempt(request) ? 0 : this.#attempts.count(clientNetwork(request.ip))
  }

  /** Counts a wrong code and resolves when its answer may be sent. @throws TooManyError if too many are delayed */
  async holdBack(request: FastifyRequest): Promise<void> {
    const wait = this.count(request)
    if (wait === 0) return
    const network = clientNetwork(request.ip)
    const held = this.#held.get(network) ?? 0
    if (held >= maxHeld) throw new TooManyError(wait)
    this.#held.set(network, held + 1)
    await this.clock.wait(wait * 1000)
    const others = (this.#held.get(network) ?? 1) - 1
    if (others > 0) this.#held.set(network, others)
    else this.#held.delete(network)
  }
}
