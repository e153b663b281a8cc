/** Work in turns: a mutex, and long work in short turns of the event loop, so that other requests are answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a mutex. A task that fails does not block the tasks after it. */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** The length of a turn, in milliseconds: a request waits at most this long, and for the work on one item. */
const turnLength = 5

/** Yields items, and lets other work run before the next one once a turn is over. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let end = performance.now() + turnLength
  for (const item of items) {
    yield item
    if (performance.now() < end) continue
    await nextTurn()
    end = performance.now() + turnLength
  }
}
