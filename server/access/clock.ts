/** The clock of all waits. It is monotonic, so that a corrected system clock neither lengthens nor ends a wait. */
import { setTimeout as delay } from 'node:timers/promises'

export interface Clock {
  /** Returns the milliseconds since an arbitrary fixed moment. */
  now(): number
  /** Resolves after the given number of milliseconds. */
  wait(milliseconds: number): Promise<unknown>
}

export const monotonicClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds) => delay(milliseconds),
}
