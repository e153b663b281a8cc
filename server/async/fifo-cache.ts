/** What was made last, kept so that it need not be made again; the oldest makes room for the newest. */
export class FifoCache<Key, Value> {
  #values = new Map<Key, Value>()

  constructor(private readonly most: number) {}

  /** The value of a key, which `make` makes where it is not there. */
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
