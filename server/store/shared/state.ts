/** The data of a store in memory, after the last change that is durable. */
import type { LoggedChange } from '#domain/pilots/history/history'
import type { PilotId } from '#domain/pilots/pilot-id'
import { PilotTable } from './pilot-table.ts'
import { Tombstones } from './tombstones.ts'

/** The data that a log has when it is read. */
export interface Contents {
  table: PilotTable
  /** The number of the last change. */
  lastChange: number
  /** The moment of the last change, if there is a change: ISO 8601, UTC. */
  lastAt?: string
}

/** The notice of one change. */
export interface Notice {
  /** The number of the change. */
  number: number
  /** The changed pilots. Absent if any may have changed, as after a restore or a merge. */
  ids?: readonly PilotId[]
}

export class State {
  /** The tombstones of the persons who were erased for ever. */
  stones = new Tombstones([])
  #listeners = new Set<(notice: Notice) => void>()
  #contents: Contents

  constructor(contents: Contents = { table: new PilotTable(), lastChange: 0 }) {
    this.#contents = contents
  }

  get pilots(): PilotTable {
    return this.#contents.table
  }

  get lastChange(): number {
    return this.#contents.lastChange
  }

  get lastAt(): string | undefined {
    return this.#contents.lastAt
  }

  /** Applies a change that is durable. */
  apply({ number, at, change }: LoggedChange): void {
    const { put = [], remove = [], seen = [], clear, merged } = change
    this.pilots.apply(change)
    this.#contents.lastChange = number
    this.#contents.lastAt = at
    if (this.#listeners.size === 0) return
    const ids = [...put.map(({ id }) => id), ...remove, ...seen.map(({ id }) => id)]
    this.#notify(clear || merged ? { number } : { number, ids })
  }

  /** Takes the data of a log that was read for the first time, which is no news, or again. */
  replace(contents: Contents, isNews = true): void {
    this.#contents = contents
    if (isNews) this.#notify({ number: contents.lastChange })
  }

  /** Calls `listener` after every change. Returns a function that unsubscribes it. */
  subscribe(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice)
  }
}
