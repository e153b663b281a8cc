/** A bar for long work, where a person looks on: on a terminal, and not where NO_COLOR asks for plain text. */
import { hasColour } from './output.ts'

const firstAfter = 400
const every = 100
const width = 30

/** Passes `items` on, and shows how far it is; `doneOf` gives that of an item, from 0 to 1. */
export function withProgress<Item>(
  label: string,
  items: Iterable<Item>,
  doneOf: (item: Item) => number,
): Iterable<Item> {
  return hasColour(process.stderr) ? drawn(label, items, doneOf) : items
}

function* drawn<Item>(label: string, items: Iterable<Item>, doneOf: (item: Item) => number): Generator<Item> {
  let next = Date.now() + firstAfter
  let isShown = false
  try {
    for (const item of items) {
      if (Date.now() >= next) {
        process.stderr.write(`\r${label} ${bar(doneOf(item))}`)
        next = Date.now() + every
        isShown = true
      }
      yield item
    }
  } finally {
    if (isShown) process.stderr.write('\r\u001b[K')
  }
}

function bar(done: number): string {
  const full = Math.round(Math.min(1, done) * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(Math.min(1, done) * 100)).padStart(3)} %`
}
