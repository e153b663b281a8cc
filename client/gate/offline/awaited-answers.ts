/** The scans whose answers are awaited: the server answers in time, or the device does. */
import type { PassageAnswer } from '#domain/web/gate-schemas'

/** The longest wait of a scan for the server, in milliseconds. */
export const answerTime = 2000

interface Waiter {
  resolve: (answer: PassageAnswer | undefined) => void
  reject: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

export class AwaitedAnswers {
  #waiters = new Map<string, Waiter>()

  get size(): number {
    return this.#waiters.size
  }

  has(id: string): boolean {
    return this.#waiters.has(id)
  }

  /** Resolves to the answer to a scan, or to undefined if the device must answer. Calls `onLate` after `answerTime`. */
  wait(id: string, onLate: () => void): Promise<PassageAnswer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject, timer: setTimeout(onLate, answerTime) })
    })
  }

  answer(answer: PassageAnswer): void {
    this.#take(answer.id)?.resolve(answer)
  }

  /** Lets the device answer all scans. */
  giveUp(): void {
    for (const id of [...this.#waiters.keys()]) this.#take(id)?.resolve(undefined)
  }

  /** Rejects the wait for one scan, if it is awaited. */
  refuse(id: string, error: Error): void {
    this.#take(id)?.reject(error)
  }

  /** Rejects the wait for all scans, and returns their identifiers. */
  refuseAll(error: Error): string[] {
    const ids = [...this.#waiters.keys()]
    for (const id of ids) this.refuse(id, error)
    return ids
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiters.get(id)
    this.#waiters.delete(id)
    clearTimeout(waiter?.timer)
    return waiter
  }
}
