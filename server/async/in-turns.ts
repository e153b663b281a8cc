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

/**
 * Runs a generator to its end, and lets other work run between its steps. A step should take less than a millisecond.
 * Resolves to the result of the generator.
 * @example const plan = await runInTurns(planSteps({ rows, pilots, options, newId, now }))
 */
export async function runInTurns<Result>(steps: Generator<unknown, Result>): Promise<Result> {
  const turn = new Turn()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver) await turn.renew()
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
