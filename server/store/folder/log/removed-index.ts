/** An index of the removed pilots of a folder, which is read from the history once and then follows the changes. */
import type { LoggedChange } from '#domain/pilot/change-log'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { type RemovedPilots, removedSince } from '#domain/pilot/removed'
import { readRemoved } from './history.ts'

/** A change, with the states of the pilots that it removes. */
type Noted = [logged: LoggedChange, states: ReadonlyMap<PilotId, Pilot>]

export class RemovedIndex {
  #removed: RemovedPilots | undefined
  #reading: Promise<RemovedPilots> | undefined
  /** The changes during the reading, which may have missed them. */
  #noted: Noted[] = []
  /** True if the history has changed during the reading. */
  #isStale = false

  constructor(
    private readonly folder: string,
    /** Runs one reading of the history at a time. */
    private readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ) {}

  /** Returns the removed pilots. @throws MachineError if the history cannot be read */
  async read(): Promise<RemovedPilots> {
    if (this.#removed) return this.#removed
    this.#reading ??= this.#load()
    return this.#reading
  }

  /** Adds a durable change, before it is applied to the pilots. */
  note(logged: LoggedChange, stateOf: (id: PilotId) => Pilot | undefined): void {
    this.#removed?.note(logged, stateOf)
    if (this.#removed || !this.#reading) return
    const states = (logged.change.remove ?? []).flatMap((id) => {
      const pilot = stateOf(id)
      return pilot ? [[id, pilot] as const] : []
    })
    this.#noted.push([logged, new Map(states)])
  }

  /** Forgets everything, because the history has changed. The next call of `read` reads it again. */
  forget(): void {
    this.#removed = undefined
    this.#isStale = true
  }

  async #load(): Promise<RemovedPilots> {
    try {
      for (;;) {
        this.#isStale = false
        this.#noted = []
        const removed = await this.runExclusive(() => readRemoved(this.folder, removedSince()))
        if (this.#isStale) continue
        for (const [logged, states] of this.#noted) removed.note(logged, (id) => states.get(id))
        this.#removed = removed
        return removed
      }
    } finally {
      this.#reading = undefined
    }
  }
}
