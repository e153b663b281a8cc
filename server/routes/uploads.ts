/** Limits the number of concurrent uploads, since each is in memory as a whole. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BusyError } from '#domain/errors'

/** The most concurrent uploads: one is read while the others arrive. */
const atOnce = 3

/** The wait before another try in seconds. A large file takes a few. */
const wait = 5

export class Uploads {
  #open = new Map<FastifyRequest, AbortController>()
  #handled = new WeakSet<FastifyRequest>()

  /** An `onRequest` hook, which runs before the body is read. @throws BusyError */
  admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (this.#open.size >= atOnce)
      throw new BusyError('Se está leyendo otro archivo: espere unos segundos y pruebe otra vez', wait)
    const leaving = new AbortController()
    this.#open.set(request, leaving)
    reply.raw.once('close', () => {
      leaving.abort()
      if (!this.#handled.has(request)) this.#open.delete(request)
    })
  }

  /** Handles an admitted request. The signal aborts when the client leaves. */
  async handle<Answer>(
    request: FastifyRequest,
    work: (signal: AbortSignal | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    this.#handled.add(request)
    try {
      return await work(this.#open.get(request)?.signal)
    } finally {
      this.#open.delete(request)
    }
  }
}
