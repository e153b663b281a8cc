/** Bounds how many files are on their way or are read: each of them is in memory as a whole. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BusyError } from '#domain/errors'

/** One is read while the next ones arrive. */
const atOnce = 3

/** Seconds after which another try is worth it: a large file takes a few. */
const wait = 5

export class Uploads {
  #open = new Map<FastifyRequest, AbortController>()
  #handled = new WeakSet<FastifyRequest>()

  /** A hook for the beginning of a request, before its body. @throws BusyError */
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

  /** Handles an admitted request; the signal says that nobody waits for the answer any more. */
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
