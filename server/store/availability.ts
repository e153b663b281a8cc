/** Tracks whether the database answers, and calls listeners when this changes; a folder is always available. */
import { UnavailableError } from '#domain/errors'
import { Observable } from '../async/observable.ts'

export class Availability {
  #isAvailable = new Observable(true)

  /** The last known state; true until `note` is called. */
  get isAvailable(): boolean {
    return this.#isAvailable.current
  }

  note(isAvailable: boolean): void {
    this.#isAvailable.set(isAvailable)
  }

  /** Calls `listener` when the availability changes. Returns a function that unsubscribes it. */
  subscribe(listener: (isAvailable: boolean) => void): () => void {
    return this.#isAvailable.subscribe(listener)
  }

  /** Runs `work`. @throws UnavailableError if the data is not available, or becomes unavailable before `work` ends */
  async whileAvailable<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!this.isAvailable) throw new UnavailableError()
    let unsubscribe = () => {}
    const outage = new Promise<never>((_, reject) => {
      unsubscribe = this.subscribe(() => reject(new UnavailableError()))
    })
    try {
      return await Promise.race([work(), outage])
    } finally {
      unsubscribe()
    }
  }
}
