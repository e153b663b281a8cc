/** Values that call their listeners when they change, such as whether the database answers; a folder is always available. */
import { UnavailableError } from '#domain/errors'

export class Observable<Value> {
  #current: Value
  #listeners = new Set<(value: Value) => void>()

  constructor(initial: Value) {
    this.#current = initial
  }

  get current(): Value {
    return this.#current
  }

  /** Sets the value, and calls every listener if the value is another one. */
  set(value: Value): void {
    if (value === this.#current) return
    this.#current = value
    for (const listener of this.#listeners) listener(value)
  }

  /** Calls `listener` with every new value. Returns a function that unsubscribes it. */
  subscribe(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The last known availability of the data: true until it is set. */
export class Availability extends Observable<boolean> {
  constructor() {
    super(true)
  }

  /** Runs `work`. @throws UnavailableError if the data is not available, or becomes unavailable before `work` ends */
  async whileAvailable<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!this.current) throw new UnavailableError()
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
