/** A value that others can watch. */
export class Observable<Value> {
  #current: Value
  #listeners = new Set<(value: Value) => void>()

  constructor(initial: Value) {
    this.#current = initial
  }

  get current(): Value {
    return this.#current
  }

  /** Tells every listener, unless the value is the same. */
  set(value: Value): void {
    if (value === this.#current) return
    this.#current = value
    for (const listener of this.#listeners) listener(value)
  }

  /** Calls `listener` with every new value, and returns a function that ends that. */
  subscribe(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
