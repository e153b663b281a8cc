/** One pilot's record, for anyone who has the address of the credential; who tries many wrong ones waits. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { NotFoundError, RevokedError, TooManyError } from '#domain/errors'
import type { Pilot } from '#domain/pilot'
import { type PilotId, readPilotId } from '#domain/pilot-id'
import type { BroughtAnswers } from '#domain/wire'
import { Attempts } from '../access/attempts.ts'
import type { Guard } from '../access/guard.ts'
import type { PilotStore } from '../store/pilot-store.ts'
import type { RecordTexts } from './record-texts.ts'

/** How many requests with wrong identifiers one device may have waiting. */
const maxInLine = 4

export class Credentials {
  #wrongIds = new Attempts({ free: 20, firstWait: 1, longestWait: 5, forgetAfter: 10 * 60 })
  #inLine = new Map<string, number>()

  constructor(
    private readonly pilots: PilotStore,
    private readonly guard: Guard,
    private readonly texts: RecordTexts,
    /** Leaves whoever is not staff only what a marshal needs of a pilot. */
    private readonly isMinimal: boolean,
  ) {}

  /** The answer to `?list={id}`: at once where the pilot is at hand. @throws NotFoundError, TooManyError */
  answer(request: FastifyRequest, list: string | string[]): Buffer | Promise<Buffer> {
    const wait = this.#wrongIds.paceOf(request.ip)
    const pilot = wait === 0 && typeof list === 'string' ? this.pilots.peek(list) : undefined
    return pilot ? this.#show(request, pilot) : this.#find(request, list, wait)
  }

  /** The same for a page that is sent now: undefined where the answer is one to wait for. */
  async broughtAnswer(request: FastifyRequest, id: string): Promise<BroughtAnswers[string] | undefined> {
    if (this.#wrongIds.paceOf(request.ip) > 0) return undefined
    try {
      return { status: 200, body: JSON.parse(String(await this.answer(request, id))) }
    } catch (error) {
      if (error instanceof NotFoundError) return { status: 404, body: { error: error.message } }
      if (error instanceof RevokedError)
        return { status: 410, body: { error: error.message, ...error.details } }
      throw error
    }
  }

  #show(request: FastifyRequest, pilot: Pilot): Buffer {
    return this.isMinimal && !this.guard.isStaff(request) ? this.texts.minimal(pilot) : this.texts.one(pilot)
  }

  async #find(request: FastifyRequest, list: string | string[], wait: number): Promise<Buffer> {
    const isLaptop = this.guard.isAtTheLaptop(request)
    if (wait > 0 && !isLaptop) await this.#waitInLine(request.ip, wait)
    try {
      return this.#show(request, await this.pilots.get(requireId(list)))
    } catch (error) {
      if (error instanceof NotFoundError && !isLaptop) this.#wrongIds.fail(request.ip)
      throw error
    }
  }

  /** A few from one device may wait at once; more than that are sent away. */
  async #waitInLine(ip: string, wait: number): Promise<void> {
    const ahead = this.#inLine.get(ip) ?? 0
    if (ahead >= maxInLine) throw new TooManyError(wait)
    this.#inLine.set(ip, ahead + 1)
    await delay(wait * 1000)
    const behind = (this.#inLine.get(ip) ?? 1) - 1
    if (behind > 0) this.#inLine.set(ip, behind)
    else this.#inLine.delete(ip)
  }
}

/** @throws NotFoundError where no pilot can have such an identifier */
export function requireId(text: unknown): PilotId {
  const id = typeof text === 'string' ? readPilotId(text) : undefined
  if (!id) throw new NotFoundError()
  return id
}
