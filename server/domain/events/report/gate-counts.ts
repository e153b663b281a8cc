/** Counts what happened at the gates in an event, passage by passage. */

import { isInside } from '../../gate/attendance.ts'
import { counts, isIncident } from '../../gate/decide-scan.ts'
import type { Passage } from '../../gate/passage.ts'
import { isOpenIncident, type ListedPassage } from '../../gate/passage-query.ts'
import type { PilotId } from '../../pilots/pilot-id.ts'
import { startOfDay, today } from '../../text/date.ts'
import { compareTexts } from '../../text/text.ts'
import type { EventPart } from '../events.ts'
import type { DayOfGates } from './calls.ts'
import type { WorkCounts } from './work-counts.ts'

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
