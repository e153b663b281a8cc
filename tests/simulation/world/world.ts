/**
 * A world that a seed decides: its clock, its random numbers, and the order in which everything ends that a program waits
 * for. Every wait for a disk, a timer, a lock or an answer is an event of `World`, and one event at a time happens.
 */
import { createHash } from 'node:crypto'

/** A random source that a seed decides: mulberry32 (https://github.com/cprosche/mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from 0 to below `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  /** Returns true with a probability from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

/** Something that lives in the world and can die, such as a process. Nothing happens any more to what is dead. */
export interface Owner {
  name: string
  isDead?: boolean
}

interface Event {
  /** The time of the world at which it can happen, in milliseconds since the world began. */
  due: number
  order: number
  /** Timers of one owner happen in their order; anything else in the order of the seed. */
  isTimer: boolean
  label: string
  owner: Owner
  happen: () => void
}

const realImmediate = setImmediate
let pendingImmediates = 0

// The package that delivers requests waits for the next turn of the real event loop, which is a part of the same event.
globalThis.setImmediate = Object.assign((work: (...args: unknown[]) => void, ...args: unknown[]) => {
  pendingImmediates += 1
  return realImmediate(() => {
    pendingImmediates -= 1
    work(...args)
  })
}, realImmediate)

export class World {
  readonly random: Random
  /** The milliseconds since the world began, which no change of the clock alters. */
  now = 0
  /** The time that the clock shows before anything, in milliseconds since 1970. */
  clock = Date.UTC(2026, 10, 21, 12)
  /** The number of events so far. */
  steps = 0
  /** Receives the trace, a line for each event. */
  onTrace: ((line: string) => void) | undefined
  readonly #events = new Set<Event>()
  readonly #digest = createHash('sha256')
  #order = 0

  constructor(readonly seed: number) {
    this.random = new Random(seed)
  }

  /** The time that the clock shows: it can jump, unlike `now`. */
  get time(): number {
    return this.clock + Math.floor(this.now)
  }

  trace(line: string): void {
    this.#digest.update(`${line}\n`)
    this.onTrace?.(line)
  }

  /** Returns a hash of the trace so far. */
  digest(): string {
    return this.#digest.copy().digest('hex')
  }

  /** Adds an event that happens after some milliseconds. Returns a function that takes it back. */
  after(owner: Owner, label: string, delay: number, happen: () => void, isTimer = false): () => void {
    this.#order += 1
    const event = { due: this.now + Math.max(0, delay), order: this.#order, isTimer, label, owner, happen }
    this.#events.add(event)
    return () => this.#events.delete(event)
  }

  /** Does some work once the seed lets it happen, and returns its result. */
  wait<Result>(owner: Owner, label: string, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const delay = this.random.chance(slowShare) ? this.random.below(slowest) : this.random.next()
      this.after(owner, label, delay, () => {
        try {
          resolve(work())
        } catch (error) {
          reject(error as Error)
        }
      })
    })
  }

  /** Lets events happen until `isDone`, or until there is none. Returns false if nothing more can happen. */
  async run(isDone: () => boolean, mostSteps = 300_000): Promise<boolean> {
    for (let step = 0; step < mostSteps; step += 1) {
      // All that follows from the last event without another wait has been done once this returns.
      do await new Promise<void>((resolve) => realImmediate(resolve))
      while (pendingImmediates > 0)
      if (isDone()) return true
      const event = this.#next()
      if (!event) return false
      this.#events.delete(event)
      this.now = Math.max(this.now, event.due)
      this.steps += 1
      this.trace(`${this.now.toFixed(1)} ${event.owner.name} ${event.label}`)
      event.happen()
    }
    throw new Error(`nothing has ended the wait after ${mostSteps} events`)
  }

  #next(): Event | undefined {
    let soonest = Number.POSITIVE_INFINITY
    for (const event of this.#events) {
      if (event.owner.isDead) this.#events.delete(event)
      else soonest = Math.min(soonest, event.due)
    }
    const limit = Math.max(this.now, soonest)
    const ready: Event[] = []
    const timers = new Map<Owner, Event>()
    for (const event of this.#events) {
      if (event.due > limit) continue
      if (!event.isTimer) ready.push(event)
      else {
        const first = timers.get(event.owner)
        if (!first || event.due < first.due || (event.due === first.due && event.order < first.order))
          timers.set(event.owner, event)
      }
    }
    const all = [...ready, ...timers.values()]
    return all.length === 0 ? undefined : this.random.pick(all)
  }
}

/** The share of the waits that are slow, and the slowest one, in milliseconds. */
const [slowShare, slowest] = [0.02, 400]
