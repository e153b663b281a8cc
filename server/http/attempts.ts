/**
 * Exponential back-off for failed sign-ins, wrong credential codes and costly drawings, and the clock of its waits. They are
 * counted by what is guessed, and not by the address alone, which all phones behind one router share.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export interface AttemptRules {
  /** The number of attempts before the first wait. */
  free: number
  /** The first wait, in seconds; it doubles with each further attempt. */
  firstWait: number
  /** The upper bound of every wait, in seconds. */
  longestWait: number
  /** The seconds after the end of a wait during which a further attempt still adds to those before. */
  forgetAfter: number
}

interface Entry {
  count: number
  /** The end of the wait, in milliseconds of the clock. */
  until: number
}

/** The maximum number of entries; a further entry replaces the oldest entry. */
const maxEntries = 10_000

export class Attempts {
  /** The keys are hashes of `who`, so that every entry has the same size. */
  #entries = new Map<string, Entry>()

  constructor(
    private readonly rules: AttemptRules,
    private readonly now: Clock['now'] = monotonicClock.now,
  ) {}

  get size(): number {
    return this.#entries.size
  }

  /** Returns the seconds that `who` must still wait, from 0 to `longestWait`. */
  waitOf(who: string): number {
    const left = ((this.#entries.get(keyOf(who))?.until ?? 0) - this.now()) / 1000
    return Math.ceil(Math.min(Math.max(0, left), this.rules.longestWait))
  }

  /** Counts an attempt and returns the seconds that `who` must wait from now on. */
  count(who: string): number {
    const { free, firstWait, longestWait } = this.rules
    this.#removeExpired()
    const key = keyOf(who)
    const entry = this.#entries.get(key)
    const count = (entry && !this.#isExpired(entry) ? entry.count : 0) + 1
    const wait = count < free ? 0 : Math.min(longestWait, firstWait * 2 ** (count - free))
    this.#entries.delete(key)
    this.#entries.set(key, { count, until: this.now() + wait * 1000 })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest)
    return wait
  }

  forget(who: string): void {
    this.#entries.delete(keyOf(who))
  }

  /**
   * Removes expired entries from the front of the map. Entries are in the order of their last attempts, so the
   * expired entries come first, unless their waits differ.
   */
  #removeExpired(): void {
    for (const [key, entry] of this.#entries) {
      if (!this.#isExpired(entry)) return
      this.#entries.delete(key)
    }
  }

  #isExpired({ until }: Entry): boolean {
    return this.now() >= until + this.rules.forgetAfter * 1000
  }
}

function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64')
}

/** The clock of all waits. It is monotonic, so that a corrected system clock neither lengthens nor ends a wait. */
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
