/** The signatures of riders that the server has not confirmed: how they are stored and sent. */
import { ApiError, callForOne } from '../../api/call.ts'
import type { GateDatabase, QueuedSignature } from '../gate-memory.ts'
import { DurableQueue } from './durable-queue.ts'
import { AwaitedAnswers, TimedRequest } from './requests.ts'

export class SignatureQueue extends DurableQueue<'signatures'> {
  constructor(database: GateDatabase | undefined) {
    super(database, 'signatures', (signature) => signature)
  }
}

interface SenderHooks {
  /** Is called before a signature that the server has leaves the queue. `duration` is that of the request, in milliseconds. */
  onStored(signature: QueuedSignature, duration: number): void
  /** Is called after the server has refused a signature for good. */
  onRefusal(): void
}

/** Sends signatures. One that a person waits for is not `offline`: if the text has changed, the rider reads the new one. */
export class SignatureSender {
  readonly request = new TimedRequest()
  readonly awaited = new AwaitedAnswers<QueuedSignature>()

  constructor(
    private readonly queue: SignatureQueue,
    private readonly hooks: SenderHooks,
  ) {}

  /** Returns the signatures that are to be sent, the oldest first. */
  async waiting(): Promise<QueuedSignature[]> {
    return (await this.queue.list()).filter(({ drawing }) => drawing)
  }

  /**
   * Sends a signature. One that the server refuses for good loses its drawing, and stays in the queue with the reason
   * until the person at the gate has read it. One that the server cannot take yet stays as it is. Resolves to true if the
   * server has it.
   * @throws ApiError if it is to be sent again
   */
  async send(signature: QueuedSignature): Promise<boolean> {
    const { id, pilot, hash, at, drawing } = signature
    const wasAwaited = this.awaited.has(id)
    const body = { hash, ...drawing, ...(!wasAwaited && { offline: true, at }) }
    const start = performance.now()
    try {
      await this.request.run((signal) =>
        callForOne('POST /api/pilots/:id/waiver', { params: { id: pilot }, body, signal }),
      )
      this.hooks.onStored(signature, performance.now() - start)
      await this.queue.remove(id)
      this.awaited.answer(signature)
      return true
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      const isChanged = status === 409
      if (!(error instanceof ApiError) || !(isChanged || [400, 404, 413, 422].includes(status))) throw error
      if (this.awaited.has(id)) {
        await this.queue.remove(id)
        this.awaited.refuse(id, error)
      } else if (!isChanged) {
        const [refusal = error.message] = Object.values(error.fields)
        await this.queue.put({ ...signature, drawing: undefined, refusal })
        this.hooks.onRefusal()
      } else if (wasAwaited) return this.send(signature)
      return false
    }
  }
}
