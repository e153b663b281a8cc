/**
 * A list that an admin keeps in *Ajustes*, such as the fields of one's own: one engine decides how its items are added,
 * changed, moved, retired and taken back. A description says what is particular to a list.
 */
import { InvalidError, NotFoundError } from '../errors.ts'
import { type Items, type Kept, lastPlace } from './item.ts'

/** Messages by the names of the parts at which they stand. */
type Problems = Readonly<Record<string, string | undefined>>

/** Describes a list. `Typed` are the parts of an item that a person chooses. */
export interface Collection<Item, Typed, Key extends string = string> {
  /** The message for a key that no item has. */
  missing: string
  /** The part at which a message about the list as a whole stands. */
  part: string
  /** The most items with those that are retired, and the message at the next one. */
  most: readonly [count: number, message: string]
  /** The most items that are in use, if there are fewer than of all. */
  mostInUse?: readonly [count: number, message: string]
  /** The message if the last item in use is retired. Absent for a list in which none has to stay. */
  keepsOne?: string
  /** Returns the key of a new item, which stays. */
  newKey: (typed: Typed, all: Items<Item, Key>) => Key
  /** Returns the parts that a person has chosen as they are stored. `before` is the item that is changed. */
  stored: (typed: Typed, key: Key, before?: Item) => Omit<Item, keyof Kept>
  /** Returns the problems of an item beside the others. */
  problems: (item: Item, others: Items<Item, Key>) => Problems
}

/** A change of an item that an admin orders. `version` is that of the item with which the edit began. */
export type ItemOrder<Typed, Key extends string = string> =
  | { kind: 'add'; item: Typed }
  | { kind: 'change'; key: Key; item: Typed; version?: string }
  | { kind: 'retire'; key: Key; isRetired: boolean }
  | { kind: 'move'; key: Key; step: 1 | -1 }

/** The new items, which replace those of the same keys. */
export interface ItemDecision<Item, Key extends string = string> {
  /** The key of the item of the order. */
  key: Key
  /** The item before. Absent for a new one. */
  before?: Item
  items: Readonly<Record<Key, Item>>
}

/** @throws InvalidError with the problems by their parts, NotFoundError */
export function decideItem<Item extends Kept, Typed, Key extends string>(
  list: Collection<Item, Typed, Key>,
  all: Items<Item, Key>,
  order: ItemOrder<Typed, Key>,
): ItemDecision<Item, Key> {
  const key = order.kind === 'add' ? list.newKey(order.item, all) : order.key
  const before = order.kind === 'add' ? undefined : all.find(([one]) => one === key)?.[1]
  if (order.kind !== 'add' && !before) throw new NotFoundError(list.missing)
  if (order.kind === 'move') return { key, before, items: moved(all, key, order.step) }

  const others = before ? all.filter(([one]) => one !== key) : all
  const kept = { order: before?.order ?? lastPlace(all), ...(before?.isRetired && { isRetired: true }) }
  const isLeaving = order.kind === 'retire' && order.isRetired
  const item = (
    order.kind === 'retire'
      ? { ...before, isRetired: isLeaving || undefined }
      : { ...list.stored(order.item, key, before), ...kept }
  ) as Item
  if (!item.isRetired) delete item.isRetired
  const problem = problemOfList(list, item, before, others)
  const problems = {
    ...(!isLeaving && list.problems(item, others)),
    ...(problem && { [list.part]: problem }),
  }
  const found = Object.entries(problems).filter((one): one is [string, string] => one[1] !== undefined)
  if (found.length > 0) throw new InvalidError(Object.fromEntries(found))
  return { key, before, items: { [key]: item } as Record<Key, Item> }
}

/** Returns the message of a list that has no room for an item, or from which it cannot go. */
function problemOfList(
  {
    most: all,
    mostInUse = all,
    keepsOne,
  }: Pick<Collection<Kept, unknown>, 'most' | 'mostInUse' | 'keepsOne'>,
  item: Kept,
  before: Kept | undefined,
  others: Items<Kept>,
): string | undefined {
  const inUse = others.filter(([, { isRetired }]) => !isRetired).length
  const isUsedAnew = !item.isRetired && (!before || before.isRetired)
  if (isUsedAnew && inUse >= mostInUse[0]) return mostInUse[1]
  if (!before && others.length >= all[0]) return all[1]
  return item.isRetired && !before?.isRetired && inUse === 0 ? keepsOne : undefined
}

/** Returns items with one of them a step further down, or up, among those in use. Retired ones are at the end. */
function moved<Item extends Kept, Key extends string>(
  items: Items<Item, Key>,
  key: Key,
  step: 1 | -1,
): Record<Key, Item> {
  const active = items.filter(([, { isRetired }]) => !isRetired)
  const from = active.findIndex(([one]) => one === key)
  const to = from + step
  if (from >= 0 && to >= 0 && to < active.length) active.splice(to, 0, ...active.splice(from, 1))
  const ordered = [...active, ...items.filter(([, { isRetired }]) => isRetired)]
  return Object.fromEntries(
    ordered.map(([one, item], index) => [one, { ...item, order: index + 1 }]),
  ) as Record<Key, Item>
}
