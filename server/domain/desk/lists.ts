/** The lists that an admin keeps in the settings, by their names. */
import { type Collection, decideItem, type ItemDecision, type ItemOrder } from '../collections/collection.ts'
import type { Items, Kept } from '../collections/item.ts'
import type { Category } from '../events/categories/category.ts'
import { type EventListName, eventList, keyInEvent, type TypedCategory } from '../events/event-changes.ts'
import { eventsOf, requireOpenEvent } from '../events/events.ts'
import type { ReservedNumber } from '../events/reserved/reserved.ts'
import { classLists, type TypedClass } from '../pilots/classes/class-changes.ts'
import { type ClassField, type ClassOption, classesOf, classNames } from '../pilots/classes/classes.ts'
import { ownFieldList, type TypedField } from '../pilots/own/own-changes.ts'
import { entriesOf, type OwnField } from '../pilots/own/own-fields.ts'
import type { OwnName } from '../pilots/own/own-name.ts'
import type { Pilot } from '../pilots/pilot.ts'
import { isObject } from '../text/text.ts'
import { settingsWithClasses } from './class-settings.ts'
import type { Settings } from './settings.ts'
import { keyOf } from './shared.ts'

/** The place of an item in the settings. */
interface ItemPlace {
  /** The key of its value: see `shared.ts`. */
  key: string
  /** Returns what of the value is the item, if it is not all. */
  within?: (value: Record<string, unknown>) => object
}

/** A list as it is in some settings. */
interface OpenList<Item, Typed, Key extends string> extends Collection<Item, Typed, Key> {
  items: Items<Item, Key>
  /** Returns the settings that change with a decision. */
  with: (decision: ItemDecision<Item, Key>) => Settings
}

/** A list with its place in the settings. `event` is that of an order, which only the lists of an event have. */
interface SettingsList<Item, Typed, Key extends string> {
  /** The name of an item in a sentence, such as `este campo`. */
  itemName: string
  placeOf: (key: Key, event: string) => ItemPlace
  /** @throws PilotosError if another event is open */
  in: (settings: Settings, context: Context) => OpenList<Item, Typed, Key>
}

interface Context {
  event: string
  /** Returns all riders. */
  riders: () => readonly Pilot[]
}

interface Lists {
  fields: SettingsList<OwnField, TypedField, OwnName>
  modalidad: SettingsList<ClassOption, TypedClass, string>
  licencia: SettingsList<ClassOption, TypedClass, string>
  categories: SettingsList<Category & Kept, TypedCategory, string>
  reserved: SettingsList<ReservedNumber & Kept, ReservedNumber, string>
}
export type ListName = keyof Lists

/** A change of a list, as data, so that a command can send it to a running server. */
export type ListOrder<Name extends ListName> =
  Lists[Name] extends SettingsList<infer _Item, infer Typed, infer Key>
    ? ItemOrder<Typed, Key> & (Name extends EventListName ? { event: string } : unknown)
    : never

/** Returns a list whose items are values by their keys below the names of `path`. */
function keptAt<Item, Typed, Key extends string>(
  path: readonly string[],
  itemName: string,
  list: Collection<Item, Typed, Key>,
  itemsIn: (settings: Settings) => Items<Item, Key>,
  changed: (items: Readonly<Record<Key, Item>>, settings: Settings) => Settings,
): SettingsList<Item, Typed, Key> {
  return {
    itemName,
    placeOf: (key) => ({ key: keyOf([...path, key]) }),
    in: (settings) => ({
      ...list,
      items: itemsIn(settings),
      with: ({ items }) => changed(items, settings),
    }),
  }
}

function classesIn(field: ClassField): Lists[ClassField] {
  return keptAt(
    ['fields', field],
    'esta opción',
    classLists[field],
    ({ fields }) => classesOf(field, fields),
    (items, settings) => settingsWithClasses(settings, { field, items }),
  )
}

function ofEvent<Name extends EventListName>(name: Name, itemName: string): Lists[Name] {
  const list: SettingsList<Kept, unknown, string> = {
    itemName,
    placeOf: (key, event) => ({
      key: keyOf(['events', event]),
      within: ({ [name]: items }) =>
        Array.isArray(items)
          ? { [name]: items.filter((one) => isObject(one) && keyInEvent(name, one) === key) }
          : {},
    }),
    in({ events, fields }, { event: id, riders }) {
      const event = requireOpenEvent(eventsOf(events), id)
      const open = eventList(name, event, { known: classNames('modalidad', fields), riders })
      return { ...open, with: ({ all }) => ({ events: { [event.id]: open.with(all) } }) }
    },
  }
  return list as unknown as Lists[Name]
}

const lists: Lists = {
  fields: keptAt(
    ['fields'],
    'este campo',
    ownFieldList,
    ({ fields = {} }) => entriesOf(fields),
    (fields) => ({ fields }),
  ),
  modalidad: classesIn('modalidad'),
  licencia: classesIn('licencia'),
  categories: ofEvent('categories', 'esta categoría'),
  reserved: ofEvent('reserved', 'este número reservado'),
}

/** Returns the name of an item in a sentence, and its place. */
export function itemPart(list: ListName, key: string, event = ''): ItemPlace & { name: string } {
  const { itemName, placeOf } = lists[list] as unknown as SettingsList<Kept, unknown, string>
  return { name: itemName, ...placeOf(key, event) }
}

/**
 * Decides a change of a list: the key of its item, and the settings that change. `riders` returns all riders.
 * @throws InvalidError, NotFoundError, PilotosError
 */
export function decideList<Name extends ListName>(
  settings: Settings,
  name: Name,
  order: ListOrder<Name>,
  riders: () => readonly Pilot[] = () => [],
): { key: string; changed: Settings } {
  const list = lists[name] as unknown as SettingsList<Kept, unknown, string>
  const { event = '', ...ofItem } = order as ItemOrder<unknown> & { event?: string }
  const open = list.in(settings, { event, riders })
  const decision = decideItem(open, open.items, ofItem)
  return { key: decision.key, changed: open.with(decision) }
}
