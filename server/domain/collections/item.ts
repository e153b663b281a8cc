/** The items of a list that an admin keeps. */
import { compareTexts } from '../text/text.ts'

/** The parts that every item has. */
export interface Kept {
  /** The place among the others. */
  order: number
  /** True if nobody can choose it any more. The riders who have it keep it. */
  isRetired?: true
}

/** The items of a list with their keys, in their order. */
export type Items<Item, Key extends string = string> = readonly (readonly [key: Key, item: Item])[]

/** Returns items by their keys with these, in their order. */
export function itemsOf<Item extends Kept, Key extends string>(
  byKey: Readonly<Record<Key, Item>>,
): [key: Key, item: Item][] {
  const items = Object.entries<Item>(byKey) as [Key, Item][]
  return items.sort(([key, one], [other, two]) => one.order - two.order || compareTexts(key, other))
}

/** Returns the place after those of some items. */
export function lastPlace(items: Items<Kept>): number {
  return Math.max(0, ...items.map(([, { order }]) => order)) + 1
}
