/** Other work in the event loop, for tests that long work leaves room for it. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Counts the turns of the event loop that other work gets. */
export function otherWork() {
  const work = { turns: 0, end: () => {} }
  let isEnded = false
  work.end = () => {
    isEnded = true
  }
  const loop = async () => {
    while (!isEnded) {
      await nextTurn()
      work.turns += 1
    }
  }
  loop()
  return work
}

/** Keeps the processor busy for some milliseconds. */
export function compute(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}
