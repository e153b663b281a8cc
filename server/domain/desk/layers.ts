type Values = ReadonlyMap<string, unknown>

/** The number of values after which those that were set last become part of the others. */
const mostRecent = 500

/** Many values by their keys, none of which is null, of which another state is made without copying all of them. */
export class Layers implements Values {
  #whole: Values | undefined

  constructor(
    private readonly base: Values,
    /** The values that were set last, which come before those of the base. */
    private readonly recent: Values = new Map(),
  ) {}

  /** Returns the values with others. Null removes one. */
  with(set: Readonly<Record<string, unknown>>): Layers {
    const entries = Object.entries(set)
    const isSmall = this.recent.size < mostRecent && entries.every(([, value]) => value !== null)
    const changed = new Map(isSmall ? this.recent : this.#all)
    for (const [key, value] of entries)
      if (value === null) changed.delete(key)
      else changed.set(key, value)
    return isSmall ? new Layers(this.base, changed) : new Layers(changed)
  }

  get(key: string): unknown {
    return this.recent.get(key) ?? this.base.get(key)
  }

  has(key: string): boolean {
    return this.recent.has(key) || this.base.has(key)
  }

  get size(): number {
    return this.#all.size
  }

  entries() {
    return this.#all.entries()
  }

  keys() {
    return this.#all.keys()
  }

  values() {
    return this.#all.values()
  }

  [Symbol.iterator]() {
    return this.#all.entries()
  }

  forEach(work: (value: unknown, key: string, all: Values) => void): void {
    this.#all.forEach(work)
  }

  /** All values in the order in which their keys were added. */
  get #all(): Values {
    this.#whole ??= this.recent.size === 0 ? this.base : new Map([...this.base, ...this.recent])
    return this.#whole
  }
}
