/**
 * Stores scans in batches: the scans that arrive while a batch is being stored are the next batch or, if they are many,
 * the next ones. A batch is so small that other requests do not wait for it.
 */
import { MachineError } from '#domain/errors'
import { canBeStored, type JudgedScan, maxScans, type Passage } from '#domain/gate/passage'
import type { ScanOrder } from '#domain/gate/passage-log'
import { createMutex, type RunExclusive } from '../../async/mutex.ts'

interface Waiting {
  order: ScanOrder
  resolve: (passages: Passage[]) => void
  reject: (error: unknown) => void
}

export class ScanBatches {
  #waiting: Waiting[] = []
  /** Runs other work between two batches. */
  readonly runExclusive: RunExclusive = createMutex()

  /** `store` stores the scans of some orders, all or none, and returns the passages of each order. */
  constructor(private readonly store: (orders: readonly ScanOrder[]) => Promise<Passage[][]>) {}

  /**
   * Resolves to the passages of the scans, in their order, once they are stored.
   * @throws MachineError for a scan that could not be read again, and the errors of `store`
   */
  async add(scans: readonly JudgedScan[], again: ScanOrder['again']): Promise<Passage[]> {
    const bad = scans.find((scan) => !canBeStored(scan))
    if (bad) throw new MachineError('Una lectura no se puede guardar: no se guardó ninguna de su envío', bad)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order: { scans, again }, resolve, reject })
      if (this.#waiting.length === 1) this.runExclusive(() => this.#storeWaiting())
    })
  }

  async #storeWaiting(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#batchSize())
    // The rest is the next batch, after the work that waits by now.
    if (this.#waiting.length > 0) this.runExclusive(() => this.#storeWaiting())
    try {
      const stored = await this.store(batch.map(({ order }) => order))
      for (const [index, { resolve }] of batch.entries()) resolve(stored[index] ?? [])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** Returns the number of waiting orders to store at once: at least one, and otherwise as many as `maxScans` allows. */
  #batchSize(): number {
    let scans = 0
    const size = this.#waiting.findIndex(({ order }, index) => {
      scans += order.scans.length
      return index > 0 && scans > maxScans
    })
    return size < 0 ? this.#waiting.length : size
  }
}
