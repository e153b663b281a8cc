/** The pilots in every order that was asked for, kept as they change, so that a page is read and not sorted. */
import type { FieldName } from '#domain/pilot/fields'
import type { PilotEntry } from './pilot-entry.ts'

export class PilotOrders {
  /** By field; without one, in the order of registration. */
  #orders = new Map<FieldName | undefined, PilotEntry[]>()

  constructor(private readonly all: () => Iterable<PilotEntry>) {}

  /** All of them, ascending; not to be changed. */
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

  /** Sorts anew when it is next asked: for changes that are more work one by one. */
  forget(): void {
    this.#orders.clear()
  }
}

/** No two entries are equal: where the field is the same, the order of registration decides. */
export function comparison(field?: FieldName): (one: PilotEntry, other: PilotEntry) => number {
  if (!field) return (one, other) => one.sequence - other.sequence
  return (one, other) => compare(one.pilot[field], other.pilot[field]) || one.sequence - other.sequence
}

/** Where an entry stands, or would stand. */
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
  // Made when something is first ordered, since its tables take long to load.
  collator ??= new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  return collator.compare(String(one), String(other))
}
