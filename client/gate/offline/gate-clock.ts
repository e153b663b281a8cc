/** The time of a gate, which is that of the laptop: a person may set the clock of a telephone, also while it is a gate. */

/** A smaller difference is no mistake: the header `Date` has whole seconds, and the answer was on its way. In ms. */
const tolerance = 5000

/** The clock of a telephone that jumps further than this is one that a person has set. 12 hours, in milliseconds. */
const longestSleep = 12 * 60 * 60 * 1000

export class GateClock {
  /** The minutes by which the laptop's time is ahead of UTC. Without a roster, the zone of this device counts. */
  zone: number | undefined
  /** The time of the laptop when `steady` was 0, in milliseconds. */
  #origin: number
  /** The time of the telephone when `steady` was 0, as it was seen last. */
  #seen: number

  /** `wall` is the clock of the telephone, and `steady` one that nobody sets. Both return milliseconds. */
  constructor(
    private readonly wall = () => Date.now(),
    private readonly steady = () => performance.now(),
  ) {
    this.#seen = wall() - steady()
    this.#origin = this.#seen
  }

  now(): number {
    const steady = this.steady()
    const jump = this.wall() - steady - this.#seen
    if (Math.abs(jump) > tolerance) this.#seen += jump
    // The steady clock of some telephones stands still while they sleep.
    if (jump > tolerance && jump < longestSleep) this.#origin += jump
    return this.at(steady)
  }

  /** Returns the time at a moment of the steady clock. */
  at(steady: number): number {
    return this.#origin + steady
  }

  /** Takes over the time of the laptop, by the header `Date` of an answer. */
  compare({ headers }: Response): void {
    const found = Date.parse(headers.get('date') ?? '') - this.now()
    if (Math.abs(found) > tolerance) this.#origin += found
  }

  /** Notes a time that has passed: the gate has stored it. */
  isAfter(time: number): void {
    this.#origin += Math.max(0, time - this.now())
  }
}

/** The clock of this page. */
export const gateClock = new GateClock()

/** Returns the current time of the laptop, as far as this page knows it. */
export function gateTime(): Date {
  return new Date(gateClock.now())
}
