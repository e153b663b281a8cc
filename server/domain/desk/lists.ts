/** The lists that an admin keeps in the settings, by their names. */
import { type Collection, decideItem, type ItemOrder } from '../collections/collection.ts'
import type { Items, Kept } from '../collections/item.ts'
import { classLists, type TypedClass } from '../pilots/classes/class-changes.ts'
import { type ClassField, type ClassOption, classesOf } from '../pilots/classes/classes.ts'
import { ownFieldList, type TypedField } from '../pilots/own/own-changes.ts'
import { entriesOf, type OwnField } from '../pilots/own/own-fields.ts'
import type { OwnName } from '../pilots/own/own-name.ts'
import { settingsWithClasses } from './class-settings.ts'
import type { Settings } from './settings.ts'
import { keyOf } from './shared.ts'

/** A list with its place in the settings. */
interface SettingsList<Item, Typed, Key extends string> extends Collection<Item, Typed, Key> {
  /** The name of an item in a sentence, such as `este campo`. */
  itemName: string
  /** The names before that of an item in the key of its value: see `shared.ts`. */
  path: readonly string[]
  items: (settings: Settings) => Items<Item, Key>
  /** Returns the settings that change with some items. `before` and `after` are those of the item of the order. */
  with: (settings: Settings, items: Readonly<Record<Key, Item>>, before?: Item, after?: Item) => Settings
}

interface Lists {
  fields: SettingsList<OwnField, TypedField, OwnName>
  modalidad: SettingsList<ClassOption, TypedClass, string>
  licencia: SettingsList<ClassOption, TypedClass, string>
}
export type ListName = keyof Lists

/** A change of a list, as data, so that a command can send it to a running server. */
export type ListOrder<Name extends ListName> =
  Lists[Name] extends SettingsList<infer _Item, infer Typed, infer Key> ? ItemOrder<Typed, Key> : never

function classesIn(field: ClassField): Lists[ClassField] {
  return {
    ...classLists[field],
    itemName: 'esta opción',
    path: ['fields', field],
    items: ({ fields }) => classesOf(field, fields),
    with: (settings, items, before, after) => settingsWithClasses(settings, { field, items, before, after }),
  }
}

const lists: Lists = {
  fields: {
    ...ownFieldList,
    itemName: 'este campo',
    path: ['fields'],
    items: ({ fields = {} }) => entriesOf(fields),
    with: (_settings, fields) => ({ fields }),
  },
  modalidad: classesIn('modalidad'),
  licencia: classesIn('licencia'),
}

/** Returns the name of an item in a sentence, and the key of its value. */
export function itemPart(list: ListName, key: string): { name: string; key: string } {
  const { itemName, path } = lists[list]
  return { name: itemName, key: keyOf([...path, key]) }
}

/** Decides a change of a list: the key of its item, and the settings that change. @throws InvalidError, NotFoundError */
export function decideList<Name extends ListName>(
  settings: Settings,
  name: Name,
  order: ListOrder<Name>,
): { key: string; changed: Settings } {
  const list = lists[name] as unknown as SettingsList<Kept, unknown, string>
  const { key, before, items } = decideItem(list, list.items(settings), order as ItemOrder<unknown>)
  return { key, changed: list.with(settings, items, before, items[key]) }
}
