/** A cache of the pilots in every requested order, updated at every change, so that a page needs no sorting. */
import type { FieldName } from '#domain/pilot/fields'
import type { PilotEntry } from './pilot-entry.ts'
import { compareValues, rankSteps, type Value, type ValueRanks } from './value-ranks.ts'

export class PilotOrders {
  /** The ordered pilots by field; the key undefined has the order of registration. */
  #orders = new Map<FieldName | undefined, PilotEntry[]>()
  /** The ranks that the values of a field had when it was first needed. Later values have none. */
  #ranks = new Map<FieldName, ValueRanks>()
  /** The rankings that have begun. */
  #rankings = new Map<FieldName, Generator<void, ValueRanks>>()

  constructor(private readonly all: () => Iterable<PilotEntry>) {}

  /** Ranks the values of a field, so that the pilots can be ordered by it in one step. Calls share the work. */
  *rankSteps(field: FieldName): Generator<void, void> {
    while (!this.#ranks.has(field)) {
      const ranking = this.#rankings.get(field) ?? rankSteps(this.#valuesOf(field))
      this.#rankings.set(field, ranking)
      const { done, value } = ranking.next()
      if (done) {
        this.#ranks.set(field, value)
        this.#rankings.delete(field)
      }
      yield
    }
  }

  /** Returns all pilots in ascending order. Callers must not change the array. */
  by(field?: FieldName): readonly PilotEntry[] {
    const known = this.#orders.get(field)
    if (known) return known
    const entries = this.sorted(this.all(), field)
    this.#orders.set(field, entries)
    return entries
  }

  /** Returns the pilots in ascending order. */
  sorted(entries: Iterable<PilotEntry>, field?: FieldName): PilotEntry[] {
    const order = comparison(field)
    const ranks = field && this.#ranks.get(field)
    if (!ranks) return [...entries].sort(order)
    return Array.from(entries, (entry) => ({ entry, rank: ranks.get(entry.pilot[field]) }))
      .sort((one, other) => {
        // A value without a rank is compared itself, which gives the same order.
        if (one.rank === undefined || other.rank === undefined) return order(one.entry, other.entry)
        return one.rank - other.rank || one.entry.sequence - other.entry.sequence
      })
      .map(({ entry }) => entry)
  }

  add(entry: PilotEntry): void {
    for (const [field, entries] of this.#orders) entries.splice(indexOf(entries, entry, field), 0, entry)
  }

  remove(entry: PilotEntry): void {
    for (const [field, entries] of this.#orders) entries.splice(indexOf(entries, entry, field), 1)
  }

  /** Clears the cache: after a large change, sorting again is faster than single updates. */
  forget(): void {
    this.#orders.clear()
    this.#ranks.clear()
    this.#rankings.clear()
  }

  #valuesOf(field: FieldName): Set<Value> {
    const values = new Set<Value>()
    for (const { pilot } of this.all()) values.add(pilot[field])
    return values
  }
}

/** Returns a comparator. Entries with equal fields are ordered by registration, so that no two entries are equal. */
function comparison(field?: FieldName): (one: PilotEntry, other: PilotEntry) => number {
  if (!field) return (one, other) => one.sequence - other.sequence
  return (one, other) => compareValues(one.pilot[field], other.pilot[field]) || one.sequence - other.sequence
}

/** Returns the index of an entry, or the index at which to insert it. */
function indexOf(entries: readonly PilotEntry[], entry: PilotEntry, field?: FieldName): number {
  const order = comparison(field)
  let [from, to] = [0, entries.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const other = entries[middle]
    if (other && order(other, entry) < 0) from = middle + 1
    else to = middle
  }
  return from
}
