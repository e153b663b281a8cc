/** Grants a fixed number of places. People take turns, so that a person with a thousand jobs delays nobody else's. */

interface Waiting {
  enter: () => void
}

export class Turns {
  #free: number
  /** The waiting jobs of each person. The first person is the next. */
  #waiting = new Map<string, Waiting[]>()

  constructor(places: number) {
    this.#free = places
  }

  /** Waits for a place, does the work there, and frees the place. @throws the reason of `signal`, or the error of `work` */
  async run<Result>(by: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(by, signal)
    try {
      return await work()
    } finally {
      this.#free += 1
      this.#grant()
    }
  }

  #wait(by: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const own = this.#waiting.get(by)?.filter((other) => other !== waiting) ?? []
        if (own.length > 0) this.#waiting.set(by, own)
        else this.#waiting.delete(by)
        reject(signal?.reason)
      }
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        this.#free -= 1
        resolve()
      }
      const waiting = { enter }
      const own = this.#waiting.get(by)
      if (own) own.push(waiting)
      else this.#waiting.set(by, [waiting])
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives a free place to the next person, who is then the last. */
  #grant(): void {
    const [next] = this.#waiting
    if (!next || this.#free === 0) return
    const [by, [first, ...others]] = next
    this.#waiting.delete(by)
    if (others.length > 0) this.#waiting.set(by, others)
    first?.enter()
  }
}
