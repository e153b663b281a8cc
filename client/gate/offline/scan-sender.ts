/** Sends the queued scans to the server, and waits for the answers that somebody at the gate waits for. */
import { maxScans, type Scan } from '#domain/gate/passage'
import type { PassageAnswer } from '#domain/web/gate-schemas'
import { ApiError, noAnswer } from '../../api/api.ts'
import { gateApi } from '../../api/gate-api.ts'
import type { ScanQueue } from './scan-queue.ts'

/** The longest wait for an answer, in milliseconds. A laptop that fell asleep never answers. */
export const requestTime = 15_000

/** The fewest scans of a batch, on a network that is too slow for larger ones. */
const smallestBatch = 20

export interface SenderHooks {
  /** Is called after the answered scans have left the queue. `duration` is the time of the request, in milliseconds. */
  onAnswers(answers: readonly PassageAnswer[], duration: number): void
  /** Is called for a scan that the server never accepts. It stays in the queue, and no longer blocks the others. */
  onRejection(scan: Scan, error: ApiError): void
}

/** Sends the queued scans in batches, in their order, until the queue is empty. */
export class ScanSender {
  #batch = maxScans
  #request: { cut: () => void; start: number } | undefined
  #rejected = new Set<string>()

  constructor(
    private readonly queue: ScanQueue,
    private readonly hooks: SenderHooks,
  ) {}

  /** Sends until nothing is left. Resolves to false if there was nothing to send. @throws ApiError */
  async sendAll(): Promise<boolean> {
    for (let isFirst = true; ; isFirst = false) {
      const scans = (await this.queue.list()).map(({ scan }) => scan)
      const sendable = scans.filter(({ id }) => !this.isRejected(id)).slice(0, this.#batch)
      if (sendable.length === 0) return !isFirst
      await this.#send(sendable)
    }
  }

  /** Returns true if the server does not accept a scan. It is sent again when a page opens. */
  isRejected(id: string): boolean {
    return this.#rejected.has(id)
  }

  /** Ends a request that has waited longer than `time` milliseconds. It is sent again, and counts once. */
  cut(time = 0): void {
    if (this.#request && Date.now() - this.#request.start > time) this.#request.cut()
  }

  async #send(scans: readonly Scan[]): Promise<void> {
    try {
      await this.#sendOnce(scans)
    } catch (error) {
      if (!isRejection(error)) {
        this.#batch = Math.max(smallestBatch, Math.floor(this.#batch / 2))
        throw error
      }
      const [scan] = scans
      if (scan && scans.length === 1) {
        this.#rejected.add(scan.id)
        this.hooks.onRejection(scan, error)
        return
      }
      // One scan is refused with all others of its request.
      const half = Math.ceil(scans.length / 2)
      await this.#send(scans.slice(0, half))
      await this.#send(scans.slice(half))
    }
  }

  async #sendOnce(scans: readonly Scan[]): Promise<void> {
    const abort = new AbortController()
    const start = Date.now()
    const timer = setTimeout(() => abort.abort(), requestTime)
    this.#request = { cut: () => abort.abort(), start }
    try {
      const answers = await gateApi.send(scans, abort.signal)
      const sent = new Set(scans.map(({ id }) => id))
      const own = answers.filter(({ id }) => sent.has(id))
      if (own.length === 0) throw new ApiError(0, noAnswer)
      await this.queue.settle(own)
      this.#batch = maxScans
      this.hooks.onAnswers(own, Date.now() - start)
    } finally {
      clearTimeout(timer)
      this.#request = undefined
    }
  }
}

/** Returns true if the server refuses the content of a request, which no retry changes. */
function isRejection(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 413, 422].includes(error.status)
}

/** The longest wait of a scan for the server, in milliseconds. */
export const answerTime = 2000

interface Waiter {
  resolve: (answer: PassageAnswer | undefined) => void
  reject: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

/** The scans whose answers are awaited: the server answers in time, or the device does. */
export class AwaitedAnswers {
  #waiters = new Map<string, Waiter>()

  get size(): number {
    return this.#waiters.size
  }

  has(id: string): boolean {
    return this.#waiters.has(id)
  }

  /** Resolves to the answer to a scan, or to undefined if the device must answer. Calls `onLate` after `answerTime`. */
  wait(id: string, onLate: () => void): Promise<PassageAnswer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject, timer: setTimeout(onLate, answerTime) })
    })
  }

  answer(answer: PassageAnswer): void {
    this.#take(answer.id)?.resolve(answer)
  }

  /** Lets the device answer all scans. */
  giveUp(): void {
    for (const id of [...this.#waiters.keys()]) this.#take(id)?.resolve(undefined)
  }

  /** Rejects the wait for one scan, if it is awaited. */
  refuse(id: string, error: Error): void {
    this.#take(id)?.reject(error)
  }

  /** Rejects the wait for all scans, and returns their identifiers. */
  refuseAll(error: Error): string[] {
    const ids = [...this.#waiters.keys()]
    for (const id of ids) this.refuse(id, error)
    return ids
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiters.get(id)
    this.#waiters.delete(id)
    clearTimeout(waiter?.timer)
    return waiter
  }
}
