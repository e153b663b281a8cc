/** The orders for the entries of an event, which are data: a command sends one to a running server. */
import type { OwnClasses } from '../pilots/classes/classes.ts'
import { nameOfNow } from '../pilots/classes/renamed.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { CategoryChoice } from './categories/choice.ts'
import type { Entry } from './entry.ts'
import type { EntryChange } from './entry-calls.ts'
import type { Motorcycle } from './motorcycle/motorcycle.ts'

/** An order for the entries of an event. `earlier` are the events before it, the last one first. */
export type EntriesOrder =
  /** Enters riders in some modalidades or, without, each in his own. Only one rider can have a given number. */
  | {
      kind: 'enter'
      ids: readonly PilotId[]
      modalidades?: readonly string[]
      number?: string | null
      /** The numbers by modalidad, which come before `number`. */
      numbers?: Readonly<Record<string, string | null | undefined>>
      /** The motorcycles by modalidad. Without it, each has that of the last entry in the modalidad. */
      motorcycles?: Readonly<Record<string, Motorcycle | null | undefined>>
      /** The categories by modalidad. Without it, each is in the one that fits. */
      categories?: Readonly<Record<string, CategoryChoice | undefined>>
      earlier?: readonly string[]
      /** True if the rider is entered in the given categories also beside another entry in the modalidad. */
      further?: boolean
    }
  /** Enters the riders of another event, as they were entered there. */
  | { kind: 'carry'; from: string }
  /** Makes all pending entries. A rider without a number, or whose number another one has, gets the next free one. */
  | { kind: 'pending'; earlier?: readonly string[] }
  /** Gives up the pending entries of riders, in a modalidad or in all. */
  | ({ kind: 'leave-out'; ids: readonly PilotId[] } & NamedPlace)
  /** Gives each entry of the open event, whose identifier is `event`, the category that fits, if it has none. */
  | { kind: 'categorize'; event: string }
  | ({ kind: 'change'; id: PilotId; modalidad: string; to: EntryChange } & NamedPlace)
  /** Takes riders out of a category or of a modalidad or, without, of the whole event. */
  | ({ kind: 'withdraw'; ids: readonly PilotId[] } & NamedPlace)

/** A modalidad, and the identifier of a category in it: null for none. */
export interface NamedPlace {
  modalidad?: string
  category?: string | null
}

/** Returns true for an entry in a modalidad, or in one of its categories. */
export function isNamed({ modalidad, category }: Entry, place: NamedPlace): boolean {
  return (
    (place.modalidad ?? modalidad) === modalidad &&
    (place.category === undefined || place.category === (category ?? null))
  )
}

/** The parts of an order that have values by modalidad. */
type ByModalidad = 'numbers' | 'motorcycles' | 'categories'

/** The parts of an order that have names of modalidades. */
interface NamedParts extends Partial<Pick<Order<'enter'>, 'modalidades' | ByModalidad>> {
  kind: EntriesOrder['kind']
  modalidad?: string
  to?: EntryChange
}

/** Returns an order with the names that modalidades have now: a page may have read those of before a rename. */
export function orderOfNow(order: EntriesOrder, own?: OwnClasses): EntriesOrder {
  const nameOf = (text: string) => nameOfNow('modalidad', text, own) ?? text
  const { modalidad, modalidades, numbers, motorcycles, categories, to }: NamedParts = order
  const named = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [nameOf(name), value]))
  return {
    ...order,
    ...(modalidad && { modalidad: nameOf(modalidad) }),
    ...(modalidades && { modalidades: modalidades.map(nameOf) }),
    ...(numbers && { numbers: named(numbers) }),
    ...(motorcycles && { motorcycles: named(motorcycles) }),
    ...(categories && { categories: named(categories) }),
    ...(to?.modalidad && { to: { ...to, modalidad: nameOf(to.modalidad) } }),
  }
}

export type Order<Kind extends EntriesOrder['kind']> = Extract<EntriesOrder, { kind: Kind }>

/** Returns the riders that an order concerns, of all: those of `ids`, with an entry in `event`, or with a pending one. */
export function ridersOf(order: EntriesOrder): {
  ids?: readonly PilotId[]
  event?: string
  isPending?: true
} {
  if (order.kind === 'carry') return { event: order.from }
  if (order.kind === 'categorize') return { event: order.event }
  if (order.kind === 'pending') return { isPending: true }
  return { ids: order.kind === 'change' ? [order.id] : [...new Set(order.ids)] }
}

/**
 * Returns true for an order that gives no rider a number, a motorcycle or a category: a person who gives one sees the
 * refusal, and decides at once.
 */
export function isForMany(order: Order<'enter' | 'carry' | 'pending'>): boolean {
  return (
    order.kind !== 'enter' ||
    [order.number, order.numbers, order.motorcycles, order.categories].every((one) => one === undefined)
  )
}
