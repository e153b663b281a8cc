/** Compares the clock of this machine with the newest stored moment, while a server runs. */
import { type ClockProblem, clockProblem, momentsOf, newestOf } from '#domain/clock'
import type { LogEntry } from '#domain/gate/log-entry'
import { passagePages } from '../store/shared/passages.ts'
import type { Stores } from '../store/shared/stores.ts'

export class ClockCheck {
  #newest: string | undefined

  constructor(
    private readonly stores: Pick<Stores, 'pilots' | 'passages' | 'settings'>,
    private readonly now = () => new Date(),
  ) {}

  /** Reads the newest stored moment: at the start, and after a restore or a merge. @throws PilotosError */
  async load(): Promise<void> {
    const { pilots, passages, settings } = this.stores
    const entries: LogEntry[] = []
    for await (const some of passagePages((after) => passages.log(after))) entries.push(...some)
    const [{ pilots: all }, lastAt, { events }] = await Promise.all([
      pilots.list({ order: 'asc' }),
      pilots.lastChangeAt(),
      settings.read(),
    ])
    this.#newest = newestOf(momentsOf({ pilots: all, entries, events, lastAt }))
  }

  /** The problem of the clock, as long as it has one. */
  get problem(): ClockProblem | undefined {
    return clockProblem(this.#newest, this.now())
  }
}
