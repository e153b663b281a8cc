/**
 * The scans that the server has not confirmed, in the database of the browser or, if that fails, in memory: how they are
 * stored, sent and awaited.
 */
import { amendmentOf } from '#domain/gate/decide-scan'
import { maxScans, type Scan } from '#domain/gate/passage'
import type { PassageAnswer } from '#domain/gate/schemas'
import { ApiError, callForList, noAnswer } from '../../api/call.ts'
import type { GateDatabase, QueuedScan, StoredScans } from '../gate-memory.ts'

/** The longest wait for the disk, in milliseconds. A scan is then kept in memory too, so that nobody waits at the gate. */
const writeTime = 3000

export class ScanQueue {
  /** The scans that the database does not hold, by their identifiers. */
  #memory = new Map<string, QueuedScan>()
  #listeners = new Set<() => void>()
  #channel = 'BroadcastChannel' in window ? new BroadcastChannel('pilotos-gate-scans') : undefined
  /** The scans that were taken back here, whose amendments would count again. */
  #undone = new Set<string>()
  /** The identifiers of the amendments, by those of the amended scans. */
  #amendments = new Map<string, string>()
  #canStore: boolean

  constructor(private readonly database: GateDatabase | undefined) {
    this.#canStore = database !== undefined
    this.#channel?.addEventListener('message', () => this.#notify())
  }

  /** False if a scan is only in memory, or would be. */
  get isPersistent(): boolean {
    return this.#canStore && this.#memory.size === 0
  }

  /** Adds or replaces a scan. Resolves when it outlives a power cut or, if the browser stores nothing, at once. */
  async put(entry: QueuedScan): Promise<void> {
    const { id } = entry.scan
    const isStored = await this.#write((scans) => scans.put(entry, id))
    if (isStored) this.#memory.delete(id)
    else this.#memory.set(id, entry)
    this.#announce()
  }

  /** Returns all scans, in the order of their times. */
  async list(): Promise<QueuedScan[]> {
    const stored = (await this.database?.getAll('scans').catch(() => undefined)) ?? []
    const entries = new Map(stored.map((entry) => [entry.scan.id, entry]))
    for (const [id, entry] of this.#memory) entries.set(id, entry)
    return [...entries.values()].sort((one, other) => (one.scan.at < other.scan.at ? -1 : 1))
  }

  /** Removes answered scans. A scan that the server decided otherwise than this device is replaced by its amendment. */
  async settle(answers: readonly PassageAnswer[]): Promise<void> {
    for (const answer of answers) {
      const entry = this.#memory.get(answer.id)
      if (!entry) continue
      this.#memory.delete(answer.id)
      const scan = this.#amendment(entry.scan, answer)
      if (scan) this.#memory.set(scan.id, { scan })
    }
    // One transaction: the page may close at any time, and another page may have changed a scan.
    await this.#write((scans) =>
      Promise.all(
        answers.map(async (answer) => {
          const found = await scans.get(answer.id)
          const scan = found && this.#amendment(found.scan, answer)
          await Promise.all([scan && scans.put({ scan }, scan.id), scans.delete(answer.id)])
        }),
      ),
    )
    this.#announce()
  }

  async remove(id: string): Promise<void> {
    this.#memory.delete(id)
    await this.#write((scans) => scans.delete(id))
    this.#announce()
  }

  /** Notes that a scan is taken back. Returns the identifier by which the server counts it. */
  takeBack(id: string): string {
    this.#undone.add(id)
    return this.#amendments.get(id) ?? id
  }

  /** Calls `listener` after each change, also by another page of this browser. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#channel?.close()
    this.#listeners.clear()
  }

  #amendment(scan: Scan, answer: PassageAnswer): Scan | undefined {
    const amendment = this.#undone.has(scan.id) ? undefined : amendmentOf(scan, answer)
    if (amendment?.admitted) this.#amendments.set(scan.id, amendment.id)
    return amendment
  }

  /** Runs one transaction, and waits until it is on the disk. Returns false if the database does not take it. */
  async #write(change: (scans: StoredScans) => Promise<unknown>): Promise<boolean> {
    try {
      if (!this.database) throw new Error('The browser stores nothing')
      const late = new Promise((_, reject) => setTimeout(reject, writeTime, new Error('Too slow')))
      const transaction = this.database.transaction('scans', 'readwrite', { durability: 'strict' })
      await Promise.race([Promise.all([change(transaction.store), transaction.done]), late])
      this.#canStore = true
    } catch {
      this.#canStore = false
    }
    return this.#canStore
  }

  #announce(): void {
    this.#channel?.postMessage('changed')
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

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
      const answers = await callForList('POST /api/passages', {
        body: { passages: scans },
        signal: abort.signal,
      })
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
