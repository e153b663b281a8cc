/**
 * A list that an admin keeps in *Ajustes*, such as the fields of one's own: one engine decides how its items are added,
 * changed and moved, and how they are retired and taken back, or removed. A description says what is particular to a list.
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

/** A change that an admin orders: of an item, or of several at once. `version` is that of the item with which it began. */
export type ItemOrder<Typed, Key extends string = string> =
  | { kind: 'add'; item: Typed }
  /** All are added, or none. A problem is named by the row of its item, such as `rows.3.name`. */
  | { kind: 'add-all'; items: readonly Typed[] }
  | { kind: 'change'; key: Key; item: Typed; version?: string }
  | { kind: 'retire'; key: Key; isRetired: boolean }
  | { kind: 'remove'; key: Key; version?: string }
  | { kind: 'move'; key: Key; step: 1 | -1 }

export interface ItemDecision<Item, Key extends string = string> {
  /** The key of the item of the order. Of several, that of the last one. */
  key: Key
  /** The new items, which replace those of the same keys. */
  items: Readonly<Record<Key, Item>>
  /** All items after the order. */
  all: Items<Item, Key>
}

/** @throws InvalidError with the problems by their parts, NotFoundError */
export function decideItem<Item extends Kept, Typed, Key extends string>(
  list: Collection<Item, Typed, Key>,
  all: Items<Item, Key>,
  order: ItemOrder<Typed, Key>,
): ItemDecision<Item, Key> {
  if (order.kind === 'add') return added(list, all, [order.item])
  if (order.kind === 'add-all') return added(list, all, order.items, (row) => `rows.${row}.`)
  const { key } = order
  const before = all.find(([one]) => one === key)?.[1]
  if (!before) throw new NotFoundError(list.missing)
  if (order.kind === 'move') return decided(key, moved(all, key, order.step), [])
  const others = all.filter(([one]) => one !== key)
  if (order.kind === 'remove') return decided(key, [], others)

  const kept = { order: before.order, ...(before.isRetired && { isRetired: true }) }
  const isLeaving = order.kind === 'retire' && order.isRetired
  const item = (
    order.kind === 'retire'
      ? { ...before, isRetired: isLeaving || undefined }
      : { ...list.stored(order.item, key, before), ...kept }
  ) as Item
  if (!item.isRetired) delete item.isRetired
  requireGood(problemsOf(list, { item, before, others, isLeaving }))
  return decided(key, [[key, item]], others)
}

/** Adds items, each beside those before it. `placeOf` returns the beginning of the names of the problems of a row. */
function added<Item extends Kept, Typed, Key extends string>(
  list: Collection<Item, Typed, Key>,
  before: Items<Item, Key>,
  rows: readonly Typed[],
  placeOf: (row: number) => string = () => '',
): ItemDecision<Item, Key> {
  const news: [Key, Item][] = []
  const problems = rows.flatMap((typed, row) => {
    const all = [...before, ...news]
    const key = list.newKey(typed, all)
    const item = { ...list.stored(typed, key), order: lastPlace(all) } as Item
    const found = problemsOf(list, { item, others: all })
    if (found.length === 0) news.push([key, item])
    return found.map(([part, message]): [string, string] => [placeOf(row) + part, message])
  })
  requireGood(problems)
  return decided(news.at(-1)?.[0] as Key, news, before)
}

function decided<Item extends Kept, Key extends string>(
  key: Key,
  changed: Items<Item, Key>,
  others: Items<Item, Key>,
): ItemDecision<Item, Key> {
  const all = [...others, ...changed].sort(([, one], [, other]) => one.order - other.order)
  return { key, items: Object.fromEntries(changed) as Record<Key, Item>, all }
}

interface Checked<Item, Key extends string> {
  item: Item
  /** Absent for a new item. */
  before?: Item
  others: Items<Item, Key>
  /** True if the item is retired, so that its parts need not be good. */
  isLeaving?: boolean
}

/** Returns the problems of an item that is new or changed, by its parts. */
function problemsOf<Item extends Kept, Key extends string>(
  list: Collection<Item, never, Key>,
  { item, before, others, isLeaving }: Checked<Item, Key>,
): [part: string, message: string][] {
  const ofList = problemOfList(list, item, before, others)
  const problems = { ...(!isLeaving && list.problems(item, others)), ...(ofList && { [list.part]: ofList }) }
  return Object.entries(problems).filter((one): one is [string, string] => one[1] !== undefined)
}

function requireGood(problems: readonly [part: string, message: string][]): void {
  if (problems.length > 0) throw new InvalidError(Object.fromEntries(problems))
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
): Items<Item, Key> {
  const active = items.filter(([, { isRetired }]) => !isRetired)
  const from = active.findIndex(([one]) => one === key)
  const to = from + step
  if (from >= 0 && to >= 0 && to < active.length) active.splice(to, 0, ...active.splice(from, 1))
  const ordered = [...active, ...items.filter(([, { isRetired }]) => isRetired)]
  return ordered.map(([one, item], index) => [one, { ...item, order: index + 1 }])
}
