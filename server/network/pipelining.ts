/** Rejects pipelining: requests sent before the previous request is answered (RFC 9112, section 9.3.2). */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/**
 * An `onRequest` hook that closes a connection with pipelined requests, which no browser opens. When such a
 * connection breaks, Node does not report it to the waiting requests, and the files that they have opened stay open
 * forever.
 */
export function refusePipelining(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  // A response has no socket while an earlier response still uses it.
  if (reply.raw.socket !== null) {
    done()
    return
  }
  reply.hijack()
  request.raw.socket.destroy()
}
