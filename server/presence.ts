/** Whether what holds the data answers now; a folder always does. */
import { UnavailableError } from '#domain/errors'

export class Presence {
  #isThere = true
  #listeners = new Set<(isThere: boolean) => void>()

  /** As far as is known by now. */
  get isThere(): boolean {
    return this.#isThere
  }

  note(isThere: boolean): void {
    if (isThere === this.#isThere) return
    this.#isThere = isThere
    for (const listener of this.#listeners) listener(isThere)
  }

  /** Is told when that changes; gives what ends that. */
  watch(listener: (isThere: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for `work`, but not where the data is away or goes away meanwhile. @throws UnavailableError */
  async whileThere<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!this.#isThere) throw new UnavailableError()
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
