/** The items of a list that an admin keeps. */

/** The parts that every item has. */
export interface Kept {
  /** The place among the others. */
  order: number
  /** True if nobody can choose it any more. The riders who have it keep it. */
  isRetired?: true
}

/** The items of a list with their keys, in their order. */
export type Items<Item, Key extends string = string> = readonly (readonly [key: Key, item: Item])[]

/** Returns the place after those of some items. */
export function lastPlace(items: Items<Kept>): number {
  return Math.max(0, ...items.map(([, { order }]) => order)) + 1
}
