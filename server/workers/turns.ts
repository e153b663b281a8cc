/** Grants a fixed number of places. People take turns: see `TurnQueue`. */
import { TurnQueue } from './turn-queue.ts'

interface Waiting {
  readonly by: string
  enter: () => void
}

export class Turns {
  #free: number
  #waiting = new TurnQueue<Waiting>()

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
      const next = this.#waiting.next()
      if (next) next.enter()
      else this.#free += 1
    }
  }

  /** Waits until another job passes its place on. */
  #wait(by: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.remove(waiting)
        reject(signal?.reason)
      }
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const waiting = { by, enter }
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}
