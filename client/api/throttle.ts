/** Runs a task soon after it is requested. Requests that come close together share one run. */

/** The time from a request to a run that follows no other, in milliseconds. */
const delay = 100

export class Throttle {
  #timer: ReturnType<typeof setTimeout> | undefined
  #startedAt = Number.NEGATIVE_INFINITY

  /** `pause` is the minimum time between the starts of two runs, in milliseconds. */
  constructor(
    private readonly task: () => void,
    private readonly pause: number,
  ) {}

  request(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(delay, this.#startedAt + this.pause - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#startedAt = performance.now()
      this.task()
    }, wait)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
