/** A FIFO cache with a maximum number of entries. */
export class FifoCache<Key, Value> {
  #values = new Map<Key, Value>()

  constructor(private readonly most: number) {}

  /** Returns the cached value of a key, or caches the value from `make`. A full cache drops its oldest entry. */
  get(key: Key, make: () => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const value = make()
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.most && oldest !== undefined) this.#values.delete(oldest)
    return value
  }
}
