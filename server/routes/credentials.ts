/** Answers with one pilot's record, which anyone with the address of the credential may read. A gate gets less. */
import type { FastifyRequest } from 'fastify'
import { NotFoundError, PilotosError, RevokedError, TooManyError } from '#domain/errors'
import { draftOf, type Pilot } from '#domain/pilot/pilot'
import { type PilotId, readPilotId } from '#domain/pilot/pilot-id'
import type { PilotRecord } from '#domain/web/pilot-schemas'
import {
  type EmbeddedAnswers,
  toGateRecord,
  toMinimalRecord,
  toPublicRecord,
  toRecord,
} from '#domain/web/wire'
import type { CodeGuesses } from '../access/code-guesses.ts'
import type { Guard } from '../access/guard.ts'
import type { PublicView } from '../access/public-view.ts'
import type { Validity } from '../actions/validity.ts'
import type { PilotStore } from '../store/contract/pilot-store.ts'

export class Credentials {
  constructor(
    private readonly pilots: PilotStore,
    private readonly guard: Guard,
    private readonly guesses: CodeGuesses,
    private readonly validity: Pick<Validity, 'statusOf'>,
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
    if (role === 'puerta') return toGateRecord(pilot, status)
    if (role !== undefined) return toRecord(pilot, status)
    if (this.publicView.current === 'minima') return toMinimalRecord(pilot, status)
    // What a newer program has stored may not be for everybody.
    const { id, photo, card } = pilot
    return toPublicRecord({ id, photo, ...draftOf(pilot), card }, status)
  }
}

/** The largest JSON list of identifiers, in bytes: as many as an export can have. */
export const maxIdsBytes = 8 * 1024 * 1024

/** @throws NotFoundError if no pilot can have such an identifier */
export function requireId(text: string): PilotId {
  const id = readPilotId(text)
  if (!id) throw new NotFoundError()
  return id
}
