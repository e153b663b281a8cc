/** Sends the queued scans in batches, in their order, until the queue is empty. */
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
  /** Is called after the answered scans have left the queue. `took` is the time of the request, in milliseconds. */
  onAnswers(answers: readonly PassageAnswer[], took: number): void
  /** Is called for a scan that the server never accepts. It stays in the queue, and no longer blocks the others. */
  onRejection(scan: Scan, error: ApiError): void
}

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
