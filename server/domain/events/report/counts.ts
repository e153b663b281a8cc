/**
 * Counts what was done in an event: at the desk, change by change; at the gates, passage by passage; by each author; and
 * the riders who are entered.
 */

import { requirementsOf } from '../../features.ts'
import { isInside } from '../../gate/attendance.ts'
import type { CodeHistory } from '../../gate/code-history.ts'
import { counts, isIncident } from '../../gate/decide-scan.ts'
import type { Passage } from '../../gate/passage.ts'
import { isOpenIncident, type ListedPassage } from '../../gate/passage-query.ts'
import { groupsBy, increment } from '../../groups.ts'
import { authorText, changeKey, kindOf, type LoggedChange } from '../../pilots/history/history.ts'
import { fullName, type Pilot } from '../../pilots/pilot.ts'
import type { PilotId } from '../../pilots/pilot-id.ts'
import { startOfDay, today } from '../../text/date.ts'
import { compareTexts, fold } from '../../text/text.ts'
import { categoryOf } from '../categories/category.ts'
import { type CheckName, entriesIn, lackingChecks } from '../entry.ts'
import type { RaceEvent } from '../event.ts'
import { type EventPart, finderOfChanges, type RaceEvents } from '../events.ts'
import { groupOf } from '../numbers.ts'
import type { DayOfGates, EventReport, ReportedWork } from './calls.ts'

type Kind = Exclude<keyof ReportedWork, 'name'>

export class WorkCounts {
  #ofAuthors = new Map<string, ReportedWork>()

  add(name: string, kind: Kind): void {
    const work = this.#ofAuthors.get(name) ?? { name, registered: 0, changes: 0, prints: 0, scans: 0 }
    work[kind] += 1
    this.#ofAuthors.set(name, work)
  }

  /** Returns the work of all authors, those who did most first. */
  list(): ReportedWork[] {
    return [...this.#ofAuthors.values()].sort(
      (one, other) =>
        totalOf(other) - totalOf(one) || one.name.localeCompare(other.name, 'es', { numeric: true }),
    )
  }
}

function totalOf({ registered, changes, prints, scans }: ReportedWork): number {
  return registered + changes + prints + scans
}

/** The first registration of a rider, and the last storing and removal: those of the event or before. */
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

/** The most riders inside, incidents and exceptions that a report lists. */
export const mostListed = 500

export class EntryCounts {
  #riders = 0
  #complete = 0
  #modalidades = new Map<string, number>()
  /** The riders by category: see `groupOf`. */
  #categories = new Map<string, number>()
  #exceptions: EventReport['entered']['exceptions']['riders'] = []
  /** The clubs by their folded names, with the name that came first. */
  #clubs = new Map<string, { name: string; riders: number }>()
  #lacking = new Map<CheckName, number>()

  /** `day` decides which riders are under 18. */
  constructor(
    private readonly event: RaceEvent,
    private readonly day: string,
  ) {}

  add(pilot: Pilot): void {
    const entries = entriesIn(pilot, this.event.id)
    if (entries.length === 0) return
    this.#riders += 1
    for (const entry of entries) {
      const { modalidad, exception } = entry
      const category = categoryOf(this.event, entry)
      increment(this.#modalidades, modalidad)
      increment(this.#categories, groupOf({ modalidad, category: category?.id }))
      if (!exception) continue
      const rider = { id: pilot.id, name: fullName(pilot), modalidad, category: category?.name ?? '' }
      this.#exceptions.push({ ...rider, ...exception })
    }
    const name = pilot.club?.trim() ?? ''
    const club = this.#clubs.get(fold(name)) ?? { name, riders: 0 }
    club.riders += 1
    this.#clubs.set(fold(name), club)
    const requirements = requirementsOf(pilot, this.event, this.day)
    const lacking = new Set(entries.flatMap((entry) => lackingChecks(entry, this.event.checks, requirements)))
    for (const check of lacking) increment(this.#lacking, check)
    if (lacking.size === 0) this.#complete += 1
  }

  get report(): Pick<EventReport, 'entered' | 'checks' | 'complete'> {
    const orderOf = (name: string) => this.event.modalidades.indexOf(name)
    return {
      entered: {
        riders: this.#riders,
        modalidades: Array.from(this.#modalidades, ([name, riders]) => ({ name, riders })).sort(
          (one, other) => orderOf(one.name) - orderOf(other.name),
        ),
        categories: this.#ofCategories(),
        exceptions: {
          total: this.#exceptions.length,
          riders: this.#exceptions.slice(0, mostListed),
        },
        clubs: [...this.#clubs.values()].sort(
          (one, other) =>
            other.riders - one.riders || one.name.localeCompare(other.name, 'es', { numeric: true }),
        ),
      },
      checks: this.event.checks.map((name) => ({ name, lacking: this.#lacking.get(name) ?? 0 })),
      complete: this.#complete,
    }
  }

  /** Returns the categories with riders, and those without one after the others of their modalidad. */
  #ofCategories(): EventReport['entered']['categories'] {
    return [...groupsBy(this.event.categories, ({ modalidad }) => modalidad)]
      .flatMap(([modalidad, own]) => [...own, { modalidad, name: '', id: '' }])
      .map(({ modalidad, name, id }) => {
        return { modalidad, name, riders: this.#categories.get(groupOf({ modalidad, category: id })) ?? 0 }
      })
      .filter(({ riders }) => riders > 0)
  }
}

export class GateCounts {
  #lastOfPilots = new Map<PilotId, ListedPassage>()
  #entered = new Set<PilotId>()
  /** The riders who entered on each day and, of each day, in each hour. */
  #days = new Map<string, { riders: Set<PilotId>; hours: Map<number, Set<PilotId>> }>()
  #incidents: ListedPassage[] = []

  constructor(private readonly work: WorkCounts) {}

  add(passage: ListedPassage): void {
    if (passage.corrects === undefined) this.work.add(passage.by, 'scans')
    if (isIncident(passage)) this.#incidents.push(passage)
    const { pilot, at, direction, isCorrected } = passage
    if (pilot === undefined || !counts(passage) || isCorrected) return
    const last = this.#lastOfPilots.get(pilot)
    if (!last || at >= last.at) this.#lastOfPilots.set(pilot, passage)
    if (direction !== 'in') return
    const moment = new Date(at)
    const { riders, hours } = this.#dayOf(today(moment))
    const hour = hours.get(moment.getHours()) ?? new Set()
    hours.set(moment.getHours(), hour.add(pilot))
    riders.add(pilot)
    this.#entered.add(pilot)
  }

  /** The number of riders who entered. */
  get persons(): number {
    return this.#entered.size
  }

  /** The days on which somebody entered, and their hours, in their order. */
  get days(): DayOfGates[] {
    return [...this.#days]
      .sort(([one], [other]) => compareTexts(one, other))
      .map(([day, { riders, hours }]) => ({
        day,
        persons: riders.size,
        hours: [...hours]
          .sort(([one], [other]) => one - other)
          .map(([hour, persons]) => ({ hour, persons: persons.size })),
      }))
  }

  /** Returns the riders who were inside at a moment, as `isInside` has it, with the last entry of each. */
  insideAt(moment: string, event: EventPart): [PilotId, Passage][] {
    const day = { from: startOfDay(new Date(moment)).toISOString(), event }
    return [...this.#lastOfPilots].filter(([, last]) => isInside([last], day))
  }

  /** The incidents, the open ones first, and then by time. */
  get incidents(): ListedPassage[] {
    return this.#incidents.toSorted(
      (one, other) =>
        Number(isOpenIncident(other, other)) - Number(isOpenIncident(one, one)) ||
        compareTexts(one.at, other.at),
    )
  }

  #dayOf(day: string) {
    const counted = this.#days.get(day) ?? { riders: new Set(), hours: new Map() }
    this.#days.set(day, counted)
    return counted
  }
}
