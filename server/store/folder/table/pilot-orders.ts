/** A cache of the pilots in every requested order, updated at every change, so that a page needs no sorting. */
import type { FieldName } from '#domain/pilot/fields'
import type { PilotEntry } from './pilot-entry.ts'

export class PilotOrders {
  /** The ordered pilots by field; the key undefined has the order of registration. */
  #orders = new Map<FieldName | undefined, PilotEntry[]>()

  constructor(private readonly all: () => Iterable<PilotEntry>) {}

  /** Returns all pilots in ascending order. Callers must not change the array. */
  by(field?: FieldName): readonly PilotEntry[] {
    const known = this.#orders.get(field)
    if (known) return known
    const entries = [...this.all()].sort(comparison(field))
    this.#orders.set(field, entries)
    return entries
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
  }
}

/** Returns a comparator. Entries with equal fields are ordered by registration, so that no two entries are equal. */
export function comparison(field?: FieldName): (one: PilotEntry, other: PilotEntry) => number {
  if (!field) return (one, other) => one.sequence - other.sequence
  return (one, other) => compare(one.pilot[field], other.pilot[field]) || one.sequence - other.sequence
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

let collator: Intl.Collator | undefined

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  // The collator is created at the first comparison, since loading its tables takes long.
  collator ??= new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  return collator.compare(String(one), String(other))
}
