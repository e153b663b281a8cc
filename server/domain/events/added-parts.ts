/** The categories, the reserved numbers, the drawers and the amounts of erased persons that a merge adds to the events of both desks. */
import { PilotosError } from '../errors.ts'
import { count, enumerate } from '../text/text.ts'
import { joinedTills, shiftId } from '../till/event-till.ts'
import type { Account } from '../till/lines.ts'
import { categoryTitle } from './categories/category.ts'
import { eventTitle, type StoredEvent, type StoredEvents } from './event.ts'
import { addEvents } from './events.ts'
import { numberPlaceOf } from './numbers.ts'
import { maxReserved } from './reserved/reserved.ts'

/** The categories and reserved numbers that an event got. They name no person, since they stay in the history. */
export interface AddedParts {
  /** The identifiers of categories. */
  categories: readonly string[]
  /** The places of reserved numbers: see `numberPlaceOf`. */
  reserved: readonly string[]
  /** The identifiers of what erased persons have paid. */
  erased?: readonly string[]
  /** The shifts of drawers: see `shiftId`. */
  shifts?: readonly string[]
}

/** Returns what the events that both desks have get from the other one, by their identifiers. */
export function addedParts(stored: StoredEvents = {}, others: StoredEvents = {}): Record<string, AddedParts> {
  const joined = addEvents(stored, others)
  const all = Object.entries(stored).flatMap(([id, before]): [string, AddedParts][] => {
    const after = joined[id]
    if (!after || !Object.hasOwn(others, id)) return []
    const [had, has] = [partsOf(before), partsOf(after)]
    const gained = (name: keyof AddedParts) => has[name].filter((one) => !had[name].includes(one))
    const [categories, reserved] = [gained('categories'), gained('reserved')]
    const [erased, shifts] = [gained('erased'), gained('shifts')]
    const isMore = [categories, reserved, erased, shifts].some(({ length }) => length > 0)
    return isMore ? [[id, { categories, reserved, erased, shifts }]] : []
  })
  return Object.fromEntries(all)
}

function partsOf({ categories, reserved, till }: StoredEvent): Required<AddedParts> {
  return {
    categories: categories.map(({ id }) => id),
    reserved: reserved.flatMap((one) => numberPlaceOf(one) ?? []),
    erased: till?.erased.map((one) => one.id) ?? [],
    shifts: till?.shifts.map(shiftId) ?? [],
  }
}

/** Returns true if the tills of events get something from the other desk, such as a drawer that was closed there. */
export function addsToTills(stored: StoredEvents = {}, others: StoredEvents = {}): boolean {
  return Object.entries(stored).some(([id, { till }]) => {
    const [joined, before] = [joinedTills(till, others[id]?.till), joinedTills(till, till)]
    return JSON.stringify(joined) !== JSON.stringify(before)
  })
}

/** @throws PilotosError if `riders` have money of an event in several currencies, whose sum would be none */
export function requireOneCurrency(
  stored: StoredEvents | undefined,
  others: StoredEvents | undefined,
  riders: readonly Account[],
): void {
  const lines = riders.flatMap(({ charges = [], payments = [] }) => [...charges, ...payments])
  for (const [id, event] of Object.entries(addEvents(stored, others))) {
    const its = [...(event.till?.erased ?? []), ...lines.filter((line) => line.event === id)]
    const currencies = new Set(its.map(({ currency }) => currency))
    if (event.till && its.length > 0) currencies.add(event.till.currency)
    if (currencies.size > 1)
      throw new PilotosError(
        'conflict',
        `«${eventTitle(event)}» tendría montos en ${enumerate([...currencies].sort())}: no se guardó nada. Si en una ` +
          'de las mesas nadie cobró todavía, ponga ahí la moneda de la otra, en Ajustes, Precios',
      )
  }
}

/** Returns the events of the other desk, with the amounts that persons have paid here whom the merge erases. */
export function withTillsOf(others: StoredEvents | undefined, own: StoredEvents): StoredEvents | undefined {
  const joined = Object.entries(own).flatMap(([id, event]): [string, StoredEvent][] => {
    const other = others?.[id] ?? event
    const till = joinedTills(event.till, other.till)
    return till ? [[id, { ...other, till }]] : []
  })
  return joined.length > 0 ? { ...others, ...Object.fromEntries(joined) } : others
}

/**
 * Says what the other desk adds to the events of both, and which of its reserved numbers and categories have no place here,
 * in Spanish.
 */
export function notesOfParts(stored: StoredEvents = {}, others: StoredEvents = {}): string[] {
  const joined = addEvents(stored, others)
  const added = addedParts(stored, others)
  return Object.entries(stored).flatMap(([id, before]) => {
    const [after, theirs] = [joined[id], others[id]]
    if (!after || !theirs) return []
    const event = `«${eventTitle(before)}»`
    const { categories = [], reserved = [] } = added[id] ?? {}
    const names = after.categories.filter((one) => categories.includes(one.id)).map(categoryTitle)
    const full = theirs.categories.filter((one) => !after.categories.some(({ id }) => id === one.id))
    const left = theirs.reserved.filter(
      (one) => !after.reserved.some((other) => JSON.stringify(other) === JSON.stringify(one)),
    )
    const why = after.reserved.length < maxReserved ? 'aquí ya está reservado' : `ya hay ${maxReserved}`
    return [
      ...(names.length > 0 ? [`Se agrega a ${event}: ${enumerate(names)}`] : []),
      ...(reserved.length > 0
        ? [`Se agrega a ${event}: ${count(reserved.length, 'número reservado', 'números reservados')}`]
        : []),
      ...(full.length > 0 ? [`No cabe en ${event}: ${enumerate(full.map(categoryTitle))}`] : []),
      ...left.map((one) => `En ${event} no se reserva el ${one.number} para ${one.for}: ${why}`),
    ]
  })
}

/**
 * Returns events without what a merge added to them. A category stays if a number is reserved in it since. `nameOf` returns
 * the name that a modalidad has now: it may have been renamed since.
 */
export function withoutParts(
  stored: StoredEvents,
  added: Readonly<Record<string, AddedParts>>,
  nameOf: (modalidad: string) => string,
): StoredEvents {
  return Object.fromEntries(
    Object.entries(stored).map(([id, event]) => {
      const parts = Object.hasOwn(added, id) ? added[id] : undefined
      if (!parts) return [id, event]
      // A place begins with its modalidad, up to the line feed.
      const places = parts.reserved.map((place) => place.replace(/^[^\n]+/, nameOf))
      const reserved = event.reserved.filter((one) => !places.includes(numberPlaceOf(one) ?? ''))
      const isKept = (category: string) =>
        !parts.categories.includes(category) || reserved.some((one) => one.category === category)
      const { till, ...rest } = event
      const categories = event.categories.filter((one) => isKept(one.id))
      const kept = { ...rest, categories, reserved }
      if (!till) return [id, kept]
      const erased = till.erased.filter((one) => !parts.erased?.includes(one.id))
      const shifts = till.shifts.filter((one) => !parts.shifts?.includes(shiftId(one)))
      return [id, { ...kept, till: { ...till, erased, shifts } }]
    }),
  )
}
