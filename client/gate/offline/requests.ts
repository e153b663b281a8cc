/** The requests of a gate: how long they may last, and who waits for their answers. */

/** The longest wait for an answer, in milliseconds. A laptop that fell asleep never answers. */
export const requestTime = 15_000

/** The longest wait of a person for the server, in milliseconds. */
export const answerTime = 2000

/** Sends one request after the other, each of which ends after `requestTime` or when it is cut. */
export class TimedRequest {
  #current: { cut: () => void; start: number } | undefined

  async run<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), requestTime)
    this.#current = { cut: () => abort.abort(), start: performance.now() }
    try {
      return await send(abort.signal)
    } finally {
      clearTimeout(timer)
      this.#current = undefined
    }
  }

  /** Ends a request that has waited longer than `time` milliseconds. It is sent again, and counts once. */
  cut(time = 0): void {
    if (this.#current && performance.now() - this.#current.start > time) this.#current.cut()
  }
}

interface Waiter<Answer> {
  resolve: (answer: Answer | undefined) => void
  reject: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

/** The entries whose answers are awaited: the server answers in time, or the device does. */
export class AwaitedAnswers<Answer extends { id: string }> {
  #waiters = new Map<string, Waiter<Answer>>()

  get size(): number {
    return this.#waiters.size
  }

  has(id: string): boolean {
    return this.#waiters.has(id)
  }

  /** Resolves to the answer to an entry, or to undefined if the device must answer. Calls `onLate` after `answerTime`. */
  wait(id: string, onLate: () => void): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject, timer: setTimeout(onLate, answerTime) })
    })
  }

  answer(answer: Answer): void {
    this.#take(answer.id)?.resolve(answer)
  }

  /** Lets the device answer all entries. */
  giveUp(): void {
    for (const id of [...this.#waiters.keys()]) this.#take(id)?.resolve(undefined)
  }

  /** Rejects the wait for one entry, if it is awaited. */
  refuse(id: string, error: Error): void {
    this.#take(id)?.reject(error)
  }

  /** Rejects the wait for all entries, and returns their identifiers. */
  refuseAll(error: Error): string[] {
    const ids = [...this.#waiters.keys()]
    for (const id of ids) this.refuse(id, error)
    return ids
  }

  #take(id: string): Waiter<Answer> | undefined {
    const waiter = this.#waiters.get(id)
    this.#waiters.delete(id)
    clearTimeout(waiter?.timer)
    return waiter
  }
}
