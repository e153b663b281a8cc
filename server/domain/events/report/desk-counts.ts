/** Counts what was done at the desk in an event, change by change. */

import type { CodeHistory } from '../../gate/code-history.ts'
import { changeKey, kindOf, type LoggedChange } from '../../pilots/history/change-log.ts'
import { authorText } from '../../pilots/history/history.ts'
import type { Pilot } from '../../pilots/pilot.ts'
import type { PilotId } from '../../pilots/pilot-id.ts'
import { finderOfChanges, type RaceEvents } from '../events.ts'
import type { WorkCounts } from './work-counts.ts'

/** What is known about one rider, whose times are those of the event or before. */
interface Trace {
  /** The first registration. */
  registered?: { at: string; by: string; isOfEvent: boolean }
  /** The last times at which the rider was stored and removed. */
  put: string
  removed: string
}

/**
 * Takes the whole log, in the order of a store: the changes from backups and other desks may come first or last, and a
 * change may come twice. Each counts once. Riders are those of their first codes.
 */
export class DeskCounts {
  /** The last state of every rider, in the log of this store and in those that came to it. */
  #logs = new Map<string, Map<PilotId, Pilot | undefined>>()
  #traces = new Map<PilotId, Trace>()
  #known = new Set<string>()
  /** The key of the last change that came, of which further parts may follow, and whether it had come before. */
  #last = { key: '', isRepeated: false }
  #counted = new Set<string>()
  #renewed = new Set<PilotId>()
  /** The number of printed cards. */
  printed = 0
  /** The codes that were revoked, and whether it was in the event. Those that a backup or a merge brought are absent. */
  readonly revoked = new Map<PilotId, boolean>()
  #event: string
  #eventOf: ReturnType<typeof finderOfChanges>
  /** The events that were opened after this one. */
  #later: ReadonlySet<string>

  constructor(
    { event, events }: { event: string; events: RaceEvents },
    private readonly codes: CodeHistory,
    private readonly work: WorkCounts,
  ) {
    const ids = events.map(({ id }) => id)
    this.#event = event
    this.#eventOf = finderOfChanges(events)
    this.#later = new Set(ids.slice(0, ids.indexOf(event)))
  }

  /** The number of riders whose credential was renewed. */
  get renewed(): number {
    return this.#renewed.size
  }

  /** Counts the registrations, once the whole log has come. Riders who were removed again do not count. */
  countRegistered(): number {
    let registered = 0
    for (const { registered: first, put, removed } of this.#traces.values()) {
      if (!first?.isOfEvent || removed > put) continue
      registered += 1
      this.work.add(first.by, 'registered')
    }
    return registered
  }

  add(logged: LoggedChange): void {
    const { past, change } = logged
    const { put = [], remove = [], revoke = [], desk = '' } = change
    const event = this.#eventOf(logged)
    const isOfEvent = event === this.#event
    if (!change.clear && !change.merged) for (const { id } of revoke) this.revoked.set(id, isOfEvent)
    if (this.#later.has(event) || this.#isRepeated(logged)) return
    const states = this.#statesOf(past ? `past ${desk}` : '')
    for (const after of put) {
      const rider = this.codes.first(after.id)
      const isNewCode = !change.clear && !change.merged && revoke.some(({ next }) => next === after.id)
      const kind = isNewCode ? 'revoked' : kindOf(states.get(rider), after, states.has(rider), change)
      states.set(rider, after)
      this.#note(rider, kind, logged, isOfEvent)
    }
    for (const id of remove) {
      if (revoke.some((one) => one.id === id)) continue
      const rider = this.codes.first(id)
      states.set(rider, undefined)
      this.#note(rider, 'removed', logged, isOfEvent)
    }
  }

  #note(rider: PilotId, kind: ReturnType<typeof kindOf>, logged: LoggedChange, isOfEvent: boolean): void {
    const { at, change } = logged
    const by = authorText(change)
    const trace = this.#traceOf(rider)
    if (kind === 'registered' && (!trace.registered || at < trace.registered.at))
      trace.registered = { at, by, isOfEvent }
    if (kind === 'removed') trace.removed = latest(trace.removed, at)
    else trace.put = latest(trace.put, at)
    if (!isOfEvent || unworked.has(kind)) return
    const key = `${changeKey(logged)} ${rider}`
    if (this.#counted.has(key)) return
    this.#counted.add(key)
    if (kind === 'renewed') this.#renewed.add(rider)
    if (kind === 'printed') this.printed += 1
    this.work.add(by, kind === 'printed' ? 'prints' : 'changes')
  }

  /** Returns true if a change came before in the same log, as it does if two backups of it were restored. */
  #isRepeated(logged: LoggedChange): boolean {
    if (!logged.past) return false
    const key = `${changeKey(logged)} ${logged.change.desk ?? ''}`
    if (key !== this.#last.key) this.#last = { key, isRepeated: this.#known.has(key) }
    this.#known.add(key)
    return this.#last.isRepeated
  }

  #statesOf(log: string): Map<PilotId, Pilot | undefined> {
    const states = this.#logs.get(log) ?? new Map()
    this.#logs.set(log, states)
    return states
  }

  #traceOf(rider: PilotId): Trace {
    const trace = this.#traces.get(rider) ?? { put: '', removed: '' }
    this.#traces.set(rider, trace)
    return trace
  }
}

/** The kinds that are not counted as a change by a person: registrations are counted by rider, and the rest is brought. */
const unworked: ReadonlySet<string> = new Set(['registered', 'restored', 'merged', 'forgotten'])

function latest(one: string, other: string): string {
  return one > other ? one : other
}
