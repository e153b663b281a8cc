/** Limits the number of concurrent uploads that are in memory as a whole, and gives time to one that is not. */
import type { Socket } from 'node:net'
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

/** The connections with an upload that may take longer than any other request. */
const slow = new WeakSet<Socket>()

export const slowUploads = {
  /** Lets the body of a request take any time, as long as it goes on arriving. */
  async during<Answer>({ raw: { socket } }: FastifyRequest, work: () => Promise<Answer>): Promise<Answer> {
    slow.add(socket)
    try {
      return await work()
    } finally {
      slow.delete(socket)
    }
  },

  has: (socket: Socket): boolean => slow.has(socket),
}
