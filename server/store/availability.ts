/** Whether what holds the data answers now; a folder always does. */
import { UnavailableError } from '#domain/errors'
import { Observable } from '../async/observable.ts'

export class Availability {
  #isThere = new Observable(true)

  /** As far as is known by now. */
  get isAvailable(): boolean {
    return this.#isThere.current
  }

  note(isAvailable: boolean): void {
    this.#isThere.set(isAvailable)
  }

  /** Calls `listener` when that changes, and returns a function that ends that. */
  subscribe(listener: (isAvailable: boolean) => void): () => void {
    return this.#isThere.subscribe(listener)
  }

  /** Waits for `work`, but not where the data is away or goes away meanwhile. @throws UnavailableError */
  async whileAvailable<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!this.isAvailable) throw new UnavailableError()
    let unsubscribe = () => {}
    const leaving = new Promise<never>((_, reject) => {
      unsubscribe = this.subscribe(() => reject(new UnavailableError()))
    })
    try {
      return await Promise.race([work(), leaving])
    } finally {
      unsubscribe()
    }
  }
}
