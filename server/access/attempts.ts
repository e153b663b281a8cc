/** Who tries too often waits, longer each time: for passwords, and for addresses of credentials. */

interface Tries {
  count: number
  /** When the next try counts again, in milliseconds since 1970. */
  until: number
}

export interface AttemptRules {
  /** How many tries are free. */
  free: number
  /** The first wait, in seconds; it doubles with each further try. */
  firstWait: number
  longestWait: number
  /** After so many seconds without a wrong try, all is forgotten. */
  forgetAfter: number
}

/** As many names and addresses as are remembered: who fills that up only forgets the oldest. */
const maxRemembered = 10_000

export class Attempts {
  #tries = new Map<string, Tries>()

  constructor(
    private readonly rules: AttemptRules,
    private readonly now: () => number = Date.now,
  ) {}

  /** The seconds that this one still has to wait; 0 where it need not. */
  waitOf(who: string): number {
    const until = this.#tries.get(who)?.until ?? 0
    return Math.max(0, Math.ceil((until - this.now()) / 1000))
  }

  /** The seconds that each request of this one is held for: once suspected, at least the first wait. */
  paceOf(who: string): number {
    const { free, firstWait } = this.rules
    const isSuspected = (this.#recent(who)?.count ?? 0) >= free
    return isSuspected ? Math.max(firstWait, this.waitOf(who)) : 0
  }

  /** Notes a try that was wrong, and gives the seconds to wait from now on. */
  fail(who: string): number {
    const { free, firstWait, longestWait } = this.rules
    const count = (this.#recent(who)?.count ?? 0) + 1
    const wait = count < free ? 0 : Math.min(longestWait, firstWait * 2 ** (count - free))
    this.#tries.delete(who)
    this.#tries.set(who, { count, until: this.now() + wait * 1000 })
    const [oldest] = this.#tries.keys()
    if (this.#tries.size > maxRemembered && oldest !== undefined) this.#tries.delete(oldest)
    return wait
  }

  #recent(who: string): Tries | undefined {
    const tries = this.#tries.get(who)
    return tries && this.now() < tries.until + this.rules.forgetAfter * 1000 ? tries : undefined
  }

  forget(who: string): void {
    this.#tries.delete(who)
  }
}
