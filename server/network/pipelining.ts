/** Requests that come before the last one over their connection is answered (pipelining, RFC 9112, section 9.3.2). */
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/**
 * An `onRequest` hook. Closes such a connection, which no browser opens: when it breaks, Node tells nobody about the
 * requests that wait, and the files that they have opened stay open for ever.
 */
export function refusePipelining(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  // A response has no socket while another one still has it.
  if (reply.raw.socket !== null) {
    done()
    return
  }
  reply.hijack()
  request.raw.socket.destroy()
}
