/** Divides long work into short turns of the event loop, so that other requests are answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The length of a turn, in milliseconds: a request waits at most this long, and the step that is running. */
const turnLength = 5

/** The turn that long work is in. */
class Turn {
  #end = performance.now() + turnLength

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets other work run, and begins a new turn. */
  async renew(): Promise<void> {
    await nextTurn()
    this.#end = performance.now() + turnLength
  }
}

/** Yields items, and lets other work run between two of them. */
export async function* inTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  const turn = new Turn()
  for await (const item of items) {
    yield item
    if (turn.isOver) await turn.renew()
  }
}
