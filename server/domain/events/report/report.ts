/** The report of an event, from the log of changes, the riders who are entered, and the passages of its time. */

import { CodeHistory } from '../../gate/code-history.ts'
import type { Passage } from '../../gate/passage.ts'
import { isOpenIncident, type ListedPassage } from '../../gate/passage-query.ts'
import type { PassageRecord } from '../../gate/schemas.ts'
import type { Revocation } from '../../pilots/change.ts'
import type { LoggedChange } from '../../pilots/history/history.ts'
import { fullName, type Pilot } from '../../pilots/pilot.ts'
import type { PilotId } from '../../pilots/pilot-id.ts'
import { today } from '../../text/date.ts'
import { shownNumber } from '../categories/race-number.ts'
import { eventDays, eventTitle, type RaceEvent } from '../event.ts'
import { type EventPart, type EventSpan, isWithin, partOf, type RaceEvents } from '../events.ts'
import type { EventReport } from './calls.ts'
import { DeskCounts, EntryCounts, GateCounts, mostListed, WorkCounts } from './counts.ts'

interface ReportedTime {
  event: RaceEvent
  /** All events, the open one first. */
  events: RaceEvents
  /** The moment of the report: ISO 8601, UTC. */
  now: string
  /** All of them: those that the changes of the event made count. */
  revocations: readonly Revocation[]
}

/** Takes what the stores have, piece by piece, and keeps the counts and the last state of every rider. */
export class ReportBuilder {
  readonly codes: CodeHistory
  #desk: DeskCounts
  #gates: GateCounts
  #entries: EntryCounts
  #work = new WorkCounts()
  #part: EventPart

  constructor(private readonly time: ReportedTime) {
    const { event, events, now, revocations } = time
    this.codes = new CodeHistory(revocations)
    this.#part = partOf(events, event.id)
    this.#desk = new DeskCounts({ event: event.id, events }, this.codes, this.#work)
    this.#gates = new GateCounts(this.#work)
    this.#entries = new EntryCounts(event, today(new Date(endOf(this.#part, now))))
  }

  /** Adds a change of the log, which has to come whole, in the order of the store. */
  addChange(logged: LoggedChange): void {
    this.#desk.add(logged)
  }

  /** Adds a rider who is entered in the event. */
  addRider(pilot: Pilot): void {
    this.#entries.add(pilot)
  }

  /** Adds a passage of the time of the event. */
  addPassage(passage: ListedPassage): void {
    this.#gates.add(passage)
  }

  /** The identifiers of the riders inside, whom `build` needs. */
  get inside(): PilotId[] {
    return this.#entriesInside().map(([rider]) => this.codes.current(rider))
  }

  /** The incidents that the report lists, whose records `build` needs. */
  get incidents(): ListedPassage[] {
    return this.#gates.incidents.slice(0, mostListed)
  }

  /** Returns the report, once everything was added. `riders` are those of `inside` who are still there. */
  build(riders: readonly Pilot[], incidents: readonly PassageRecord[]): EventReport {
    const { event, events, now, revocations } = this.time
    const { from, before } = this.#part
    const isLost = ({ id, at, joined }: Revocation) =>
      !joined && (this.#desk.revoked.get(id) ?? isWithin(this.#part, at))
    const registered = this.#desk.countRegistered()
    return {
      event: {
        id: event.id,
        title: eventTitle(event),
        place: event.place,
        days: eventDays(event),
        is_open: event.id === events[0].id,
      },
      from,
      before: before ?? null,
      at: now,
      registered,
      renewed: this.#desk.renewed,
      cards: { printed: this.#desk.printed, revoked: revocations.filter(isLost).length },
      ...this.#entries.report,
      persons: this.#gates.persons,
      days: this.#gates.days,
      inside: this.#listInside(riders),
      incidents: { ...numbersOf(this.#gates.incidents), passages: [...incidents] },
      work: this.#work.list(),
    }
  }

  #entriesInside(): [PilotId, Passage][] {
    return this.#gates.insideAt(endOf(this.#part, this.time.now), this.#part)
  }

  #listInside(riders: readonly Pilot[]): EventReport['inside'] {
    const byId = new Map(riders.map((rider) => [rider.id, rider]))
    const entries = this.#entriesInside()
    const { compare } = new Intl.Collator('es', { numeric: true })
    const listed = entries.map(([first, { scanned, gate, at }]) => {
      const rider = byId.get(this.codes.current(first))
      return {
        id: rider?.id ?? '',
        name: rider ? fullName(rider) : scanned,
        number: rider ? shownNumber(rider, this.#part.id) : '',
        gate,
        at,
      }
    })
    listed.sort((one, other) => compare(one.number, other.number) || compare(one.name, other.name))
    return { total: entries.length, riders: listed.slice(0, mostListed) }
  }
}

/** Returns the end of the time, or now if it is not over. */
function endOf({ before }: EventSpan, now: string): string {
  return before === undefined || before > now ? now : before
}

function numbersOf(incidents: readonly ListedPassage[]): Omit<EventReport['incidents'], 'passages'> {
  const numberOf = (is: (incident: ListedPassage) => boolean) => incidents.filter(is).length
  return {
    open: numberOf((one) => isOpenIncident(one, one)),
    settled: numberOf(({ settlement }) => settlement !== undefined),
    taken_back: numberOf(({ isCorrected, settlement }) => isCorrected && !settlement),
    doubtful: numberOf(({ doubt }) => doubt !== undefined),
  }
}
