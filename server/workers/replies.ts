/** Carries the outcome of a job from thread to thread: structured cloning would lose the classes of errors. */
import { asError, type ErrorDetails, type ErrorKind, PilotosError } from '#domain/errors'

export type Reply =
  | { value: unknown }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }
  | { fault: { name: string; message: string; stack?: string; code?: unknown } }

/** Runs a job and returns its reply. Never throws. */
export async function replyOf(work: () => unknown): Promise<Reply> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof PilotosError) {
      const { kind, message, details } = error
      return { failure: { kind, message, details } }
    }
    const { name, message, stack } = asError(error)
    return { fault: { name, message, stack, code: (error as { code?: unknown } | undefined)?.code } }
  }
}

/**
 * Returns the value of a reply.
 * @throws PilotosError with the message of the job, or an Error with its stack and its `code`
 */
export function resultOf(reply: Reply): unknown {
  if ('failure' in reply) {
    const { kind, message, details } = reply.failure
    throw new PilotosError(kind, message, details)
  }
  if ('fault' in reply) throw Object.assign(new Error(reply.fault.message), reply.fault)
  return reply.value
}
