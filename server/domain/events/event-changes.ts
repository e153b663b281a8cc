/** Decides what becomes of the data of an event, and of its lists: the categories and the reserved numbers. */
import type { Collection } from '../collections/collection.ts'
import type { Items, Kept } from '../collections/item.ts'
import { InvalidError, PilotosError } from '../errors.ts'
import { groupsBy } from '../groups.ts'
import type { Pilot } from '../pilots/pilot.ts'
import { count } from '../text/text.ts'
import {
  type Category,
  type GivenCategory,
  maxCategories,
  newCategoryId,
  problemsOfCategory,
  removedCategories,
  storedCategory,
} from './categories/category.ts'
import { enteredIn } from './entries.ts'
import { entriesIn } from './entry.ts'
import {
  changedEvent,
  type GivenEvent,
  groupedModalidades,
  type RaceEvent,
  type StoredEvent,
} from './event.ts'
import { numberPlaceOf } from './numbers.ts'
import {
  maxReserved,
  problemsOfReserved,
  type ReservedNumber,
  storedReservedNumber,
} from './reserved/reserved.ts'

/** The data that a change of an event depends on. */
export interface EventBasis {
  /** The modalidades of the folder. */
  known: readonly string[]
  /** Returns all riders. */
  riders: () => readonly Pilot[]
}

/** @throws InvalidError, PilotosError if riders are entered in a category that goes */
export function decideEvent(event: RaceEvent, data: GivenEvent, { known, riders }: EventBasis): StoredEvent {
  const changed = changedEvent(event, data, known)
  const removed = removedCategories(event.categories, changed.categories)
  if (removed.length > 0) requireNobodyIn(removed, enteredIn(riders(), event.id), event.id)
  return changed
}

function requireNobodyIn(categories: readonly Category[], entered: readonly Pilot[], event: string): void {
  for (const { id, name } of categories) {
    const riders = entered.filter((rider) => entriesIn(rider, event).some(({ category }) => category === id))
    const reason = `La categoría ${name} no se quitó: tiene ${count(riders.length, 'inscrito')}. Páselos antes a otra categoría`
    if (riders.length > 0) throw new PilotosError('conflict', reason, { fields: { categories: reason } })
  }
}

/** The parts of a category that a person chooses. The modalidad of a new one stays. */
export interface TypedCategory extends Omit<GivenCategory, 'id' | 'modalidad'> {
  modalidad?: string
}

interface EventLists {
  categories: EventList<Category, TypedCategory>
  reserved: EventList<ReservedNumber, ReservedNumber>
}
export type EventListName = keyof EventLists
export const eventListNames = ['categories', 'reserved'] as const

/** A list of an event, whose items are stored without their places. */
interface EventList<Item, Typed> {
  keyOf: (item: Item) => string
  of: (event: RaceEvent, modalidades: readonly string[]) => Collection<Item & Kept, Typed>
}

const eventLists: EventLists = {
  categories: {
    keyOf: ({ id }) => id,
    of: (event, modalidades) => ({
      missing: 'No existe esa categoría',
      part: 'name',
      most: [maxCategories, `Caben hasta ${maxCategories} categorías`],
      newKey: ({ modalidad = '', ...typed }, all) =>
        newCategoryId({ modalidad, ...typed }, new Set(all.map(([id]) => id))),
      stored: ({ modalidad = '', ...typed }, id, before) =>
        storedCategory({ ...typed, modalidad: before?.modalidad ?? modalidad }, id),
      problems: (category, others) =>
        Object.fromEntries(problemsOfCategory(category, together(category, others), modalidades, event)),
    }),
  },
  reserved: {
    // A number that a later version has stored may be no text.
    keyOf: (one) => numberPlaceOf({ ...one, number: String(one.number) }) ?? '',
    of: ({ categories }, modalidades) => ({
      missing: 'Ese número ya no está reservado',
      part: 'number',
      most: [maxReserved, `Caben hasta ${maxReserved} números reservados`],
      newKey: (typed) => numberPlaceOf(typed) ?? '',
      stored: storedReservedNumber,
      problems: (one, others) =>
        Object.fromEntries(problemsOfReserved(one, together(one, others), { categories, modalidades })),
    }),
  },
}

function together<Item extends Kept>(item: Item, others: Items<Item>): Item[] {
  return [item, ...others.map(([, other]) => other)].sort((one, other) => one.order - other.order)
}

/** Returns a list of an event, with its items and what becomes of the event. */
export function eventList(
  name: EventListName,
  event: RaceEvent,
  basis: EventBasis,
): Collection<Kept, unknown> & { items: Items<Kept>; with: (all: Items<Kept>) => StoredEvent } {
  const { keyOf, of } = eventLists[name] as unknown as EventList<object, unknown>
  const placed = event[name].map((item, index) => ({ ...item, order: index + 1 }))
  // A person moves an item among those of its modalidad, which stand together on the screen.
  const items = [...groupsBy(placed, ({ modalidad }) => modalidad).values()].flat()
  return {
    ...of(event, groupedModalidades(event, basis.known)),
    items: items.map((item) => [keyOf(item), item]),
    with(all) {
      const stored = all.map(([, { order: _order, ...item }]) => item)
      const others = { categories: undefined, reserved: undefined }
      try {
        return decideEvent(event, { ...event, ...others, [name]: stored }, basis)
      } catch (error) {
        if (!(error instanceof InvalidError)) throw error
        // The item itself is good: the problems stand at no field of its dialog.
        throw new PilotosError('invalid', Object.values(error.details.fields ?? {}).join('. '))
      }
    },
  }
}

/** Returns the key of an item of a list. */
export function keyInEvent(name: EventListName, item: object): string {
  return (eventLists[name] as unknown as EventList<object, unknown>).keyOf(item)
}
