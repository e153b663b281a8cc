/** Divides long lists, so that what is made of them need not be in memory as a whole, nor made without a pause. */

/** The number of items in a part: writing 250 pilots takes a few milliseconds. */
const itemsPerPart = 250

export function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += itemsPerPart)
    yield items.slice(start, start + itemsPerPart)
}

/** Yields the JSON of a list; `toJson` returns the values to write. Without parts, the list would be written at once. */
export function* listParts<Item>(
  items: readonly Item[],
  toJson: (item: Item) => unknown = (item) => item,
): Generator<string> {
  let separator = '['
  for (const part of partsOf(items)) {
    yield separator + JSON.stringify(part.map(toJson)).slice('['.length, -']'.length)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
