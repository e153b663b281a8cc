/** The scans that the server has not confirmed, in the database of the browser or, if that fails, in memory. */
import { amendmentOf } from '#domain/gate/decide-scan'
import type { Scan } from '#domain/gate/passage'
import type { PassageAnswer } from '#domain/web/gate-schemas'
import type { GateDatabase, QueuedScan, StoredScans } from './gate-database.ts'

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
