/** Divides long lists, so that what is made of them need not be in memory as a whole, nor made without a pause. */

/** The number of items in a part: writing 250 pilots takes a few milliseconds. */
export const itemsPerPart = 250

export function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += itemsPerPart)
    yield items.slice(start, start + itemsPerPart)
}
