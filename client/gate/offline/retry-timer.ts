/** Exponential back-off for a server that does not answer. */

/** The pauses in milliseconds. */
const shortest = 1000
const longest = 10_000

export class RetryTimer {
  #pause = shortest
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly action: () => void) {}

  /** Calls the action after the next pause, unless it is due already. */
  start(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#pause = Math.min(longest, 2 * this.#pause)
      this.action()
    }, this.#pause)
  }

  /** Cancels the action, and begins with the shortest pause again. */
  reset(): void {
    this.stop()
    this.#pause = shortest
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
