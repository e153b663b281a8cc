/** Whether what holds the data answers now; a folder always does. */
import { UnavailableError } from '#domain/errors'
import { Observable } from '../async/observable.ts'

export class Presence {
  #isThere = new Observable(true)

  /** As far as is known by now. */
  get isThere(): boolean {
    return this.#isThere.current
  }

  note(isThere: boolean): void {
    this.#isThere.set(isThere)
  }

  /** Calls `listener` when that changes, and returns a function that ends that. */
  watch(listener: (isThere: boolean) => void): () => void {
    return this.#isThere.watch(listener)
  }

  /** Waits for `work`, but not where the data is away or goes away meanwhile. @throws UnavailableError */
  async whileThere<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!this.isThere) throw new UnavailableError()
    let unwatch = () => {}
    const leaving = new Promise<never>((_, reject) => {
      unwatch = this.watch(() => reject(new UnavailableError()))
    })
    try {
      return await Promise.race([work(), leaving])
    } finally {
      unwatch()
    }
  }
}
