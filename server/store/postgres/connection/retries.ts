/** Repeats work after lost connections and after collisions with other transactions. */
import { setTimeout as delay } from 'node:timers/promises'
import { isCollision, isLost } from './failure.ts'

export interface RetryOptions {
  /** The time limit for retries after a lost connection, in milliseconds. */
  retryFor?: number
  /** Returns true once nothing is to be repeated any more. */
  isClosed: () => boolean
}

/** The pause before each retry, in milliseconds. */
const pauses = [50, 150, 400, 800, 1000, 1000, 1000, 1000]

/** The largest number of retries after collisions; in each collision another transaction succeeds. */
const mostCollisions = 30

/** The default of `retryFor`, in milliseconds; nobody waits longer than this and one more answer. */
const retryTimeout = 6000

/** Runs `work` until it succeeds. @throws the last error */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { retryFor = retryTimeout, isClosed }: RetryOptions,
): Promise<Result> {
  const start = Date.now()
  let losses = 0
  let collisions = 0
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (isClosed()) throw error
      if (isLost(error) && losses < pauses.length && Date.now() - start < retryFor) {
        await delay(pauses[losses])
        losses += 1
      } else if (isCollision(error) && collisions < mostCollisions) {
        await delay(Math.random() * 20 * Math.min(10, collisions + 1))
        collisions += 1
      } else throw error
    }
  }
}
