/** A value that calls its listeners when it changes. */
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
