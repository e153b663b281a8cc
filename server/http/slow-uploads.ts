/** The uploads of large files, which may take longer than any other request. */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { onceClosed } from './once-closed.ts'

const slow = new WeakSet<Socket>()

export const slowUploads = {
  /** Lets the body of a request take any time, as long as it goes on arriving. `leaving` aborts if the client leaves. */
  async during<Answer>(
    { raw: { socket } }: FastifyRequest,
    { raw: response }: FastifyReply,
    work: (leaving: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const leaving = new AbortController()
    onceClosed(response, () => {
      if (!response.writableEnded) leaving.abort()
    })
    slow.add(socket)
    try {
      return await work(leaving.signal)
    } finally {
      slow.delete(socket)
    }
  },

  has: (socket: Socket): boolean => slow.has(socket),
}
