/** A progress bar for long work, drawn only on a terminal, and not if NO_COLOR asks for plain text. */
import { hasColour } from './output.ts'

const firstAfter = 400
const every = 100
const width = 30

interface ProgressBar {
  /** Draws the bar; `done` is from 0 to 1. */
  show(done: number): void
  /** Removes the bar. */
  end(): void
}

export function progressBar(label: string): ProgressBar {
  if (!hasColour(process.stderr)) return { show() {}, end() {} }
  let next = Date.now() + firstAfter
  let isVisible = false
  return {
    show(done) {
      if (Date.now() < next) return
      process.stderr.write(`\r${label} ${bar(Math.min(1, done))}`)
      next = Date.now() + every
      isVisible = true
    },
    end() {
      if (isVisible) process.stderr.write('\r\u001b[K')
    },
  }
}

/** Yields `items` and draws the progress; `doneOf` returns the progress at an item, from 0 to 1. */
export function withProgress<Item>(
  label: string,
  items: Iterable<Item>,
  doneOf: (item: Item) => number,
): Iterable<Item> {
  return hasColour(process.stderr) ? drawn(progressBar(label), items, doneOf) : items
}

function* drawn<Item>(
  { show, end }: ProgressBar,
  items: Iterable<Item>,
  doneOf: (item: Item) => number,
): Generator<Item> {
  try {
    for (const item of items) {
      show(doneOf(item))
      yield item
    }
  } finally {
    end()
  }
}

function bar(done: number): string {
  const full = Math.round(done * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(done * 100)).padStart(3)} %`
}
