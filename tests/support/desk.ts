/** A desk that writes one pilot after another, as a person does: it repeats a refused write until it is acknowledged. */
import { EventEmitter, once } from 'node:events'
import { onTestFinished } from 'vitest'

interface Refusal {
  text: string
  /** True if the write may be stored all the same. */
  isUnknown: boolean
}

export interface Write {
  /** The names under which the stored write is found again. */
  keys: string[]
  /** Sends the write. Returns `stored`, `duplicate` if it had been stored before, or the refusal. */
  send(): Promise<'stored' | 'duplicate' | Refusal>
}

export class Desk {
  /** The keys of the acknowledged writes. */
  readonly acknowledged: string[] = []
  readonly refusals: string[] = []
  /** The keys of writes that were stored although the desk had been told that they were not. */
  readonly denied: string[] = []
  #writes = 0
  #isOver = false
  #isResting = false
  #events = new EventEmitter()
  #working: Promise<void>

  constructor(private readonly next: () => Write) {
    this.#working = this.#work()
    this.#working.catch((error) => this.#events.emit('error', error))
    onTestFinished(() => this.stop())
  }

  /** Writes until `count` more writes are acknowledged, and goes on writing. */
  async more(count: number): Promise<void> {
    this.#isResting = false
    this.#events.emit('resumed')
    const goal = this.#writes + count
    while (this.#writes < goal) await once(this.#events, 'acknowledged')
  }

  /** Begins no further write until `more` is called. */
  rest(): void {
    this.#isResting = true
  }

  async stop(): Promise<void> {
    this.#isOver = true
    this.#events.emit('resumed')
    await this.#working
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      if (this.#isResting) await once(this.#events, 'resumed')
      else await this.#repeat(this.next())
    }
  }

  async #repeat({ keys, send }: Write): Promise<void> {
    let isUnknown = false
    for (;;) {
      const outcome = await send()
      if (typeof outcome === 'object') {
        this.refusals.push(outcome.text)
        isUnknown ||= outcome.isUnknown
        if (this.#isOver) return
      } else {
        if (outcome === 'duplicate' && !isUnknown) this.denied.push(...keys)
        this.acknowledged.push(...keys)
        this.#writes += 1
        this.#events.emit('acknowledged')
        return
      }
    }
  }
}
