/** The scans that the server has not confirmed: how they are stored and sent. */
import { amendmentOf } from '#domain/gate/decide-scan'
import { maxScans, type Scan } from '#domain/gate/passage'
import type { PassageAnswer } from '#domain/gate/schemas'
import { ApiError, callForList, noAnswer } from '../../api/call.ts'
import type { GateDatabase } from '../gate-memory.ts'
import { DurableQueue } from './durable-queue.ts'
import { TimedRequest } from './requests.ts'

export class ScanQueue extends DurableQueue<'scans'> {
  /** The scans that were taken back here, whose amendments would count again. */
  #undone = new Set<string>()
  /** The identifiers of the amendments, by those of the amended scans. */
  #amendments = new Map<string, string>()

  constructor(database: GateDatabase | undefined) {
    super(database, 'scans', ({ scan }) => scan)
  }

  /** Removes answered scans. A scan that the server decided otherwise than this device is replaced by its amendment. */
  async settle(answers: readonly PassageAnswer[]): Promise<void> {
    for (const answer of answers) {
      const entry = this.entries.get(answer.id)
      this.entries.delete(answer.id)
      const isUnstored = this.unstored.delete(answer.id)
      const scan = entry && this.#amendment(entry.scan, answer)
      if (!scan) continue
      this.entries.set(scan.id, { scan })
      if (isUnstored) this.unstored.add(scan.id)
    }
    // One transaction: the page may close at any time, and another page may have changed a scan.
    await this.write((scans) =>
      Promise.all(
        answers.map(async (answer) => {
          const found = await scans.get(answer.id)
          const scan = found && this.#amendment(found.scan, answer)
          await Promise.all([scan && scans.put({ scan }, scan.id), scans.delete(answer.id)])
        }),
      ),
    )
    this.announce()
  }

  /** Notes that a scan is taken back. Returns the identifier by which the server counts it. */
  takeBack(id: string): string {
    this.#undone.add(id)
    return this.#amendments.get(id) ?? id
  }

  #amendment(scan: Scan, answer: PassageAnswer): Scan | undefined {
    const amendment = this.#undone.has(scan.id) ? undefined : amendmentOf(scan, answer)
    if (amendment?.admitted) this.#amendments.set(scan.id, amendment.id)
    return amendment
  }
}

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
  readonly request = new TimedRequest()
  #batch = maxScans
  #rejected = new Set<string>()
  /** The scans that were confirmed in this round, which a browser that stores nothing any more leaves in the queue. */
  #confirmed = new Set<string>()

  constructor(
    private readonly queue: ScanQueue,
    private readonly hooks: SenderHooks,
  ) {}

  /** Sends until no scan is left, or none from before a time. Resolves to false if there was nothing to send. @throws ApiError */
  async sendAll(before?: string): Promise<boolean> {
    this.#confirmed.clear()
    for (let isFirst = true; ; isFirst = false) {
      const scans = (await this.queue.list()).map(({ scan }) => scan)
      const due = scans.filter(
        ({ id, at }) =>
          !this.isRejected(id) && !this.#confirmed.has(id) && (before === undefined || at < before),
      )
      const sendable = due.slice(0, this.#batch)
      if (sendable.length === 0) return !isFirst
      await this.#send(sendable)
    }
  }

  /** Returns true if the server does not accept a scan. It is sent again when a page opens. */
  isRejected(id: string): boolean {
    return this.#rejected.has(id)
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
    const start = performance.now()
    await this.request.run(async (signal) => {
      const answers = await callForList('POST /api/passages', { body: { passages: scans }, signal })
      const sent = new Set(scans.map(({ id }) => id))
      const own = answers.filter(({ id }) => sent.has(id))
      if (own.length === 0) throw new ApiError(0, noAnswer)
      await this.queue.settle(own)
      for (const { id } of own) this.#confirmed.add(id)
      this.#batch = maxScans
      this.hooks.onAnswers(own, performance.now() - start)
    })
  }
}

/** Returns true if the server refuses the content of a request, which no retry changes. */
function isRejection(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 413, 422].includes(error.status)
}
