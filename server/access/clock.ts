/** The clock of all waits. It never goes back, so that a corrected system clock neither lengthens a wait nor ends one. */
import { setTimeout as delay } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since some moment. */
  now(): number
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<unknown>
}

export const monotonicClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds) => delay(milliseconds),
}
