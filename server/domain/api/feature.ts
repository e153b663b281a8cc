/** A feature of the desk says here what it adds to the checks, records and reports of an event. Moments are ISO 8601, UTC. */
import type { OpenDay } from '../desk/calls.ts'
import type { Settings } from '../desk/settings.ts'
import type { CheckName } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import type { EventReport } from '../events/report/calls.ts'
import type { Section } from '../events/report/sections.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { ShownPilot } from './wire.ts'

/** A check of an event that follows from the rider, and is no mark on an entry. */
interface Check {
  name: CheckName
  /** Returns undefined in an event in which the check is a mark. `day` is a date. */
  isDone: (rider: Rider, event: CheckedEvent, day: string) => boolean | undefined
  /** True if nobody has to do it who is not entered in the event. */
  isOfEntered?: true
}

/** A rider and an event, as far as checks follow from them. */
export type Rider = Pick<Pilot, 'entries' | 'fechanac' | 'charges' | 'payments' | 'waivers'>
export type CheckedEvent = Pick<RaceEvent, 'id' | 'waiver' | 'till'>

type ReadAll = () => Promise<readonly Pilot[]>

export interface Feature {
  check?: Check
  /** Returns the facts of a rider that a gate tells. */
  atGate?: (rider: Pilot, event: RaceEvent) => { chip?: string }
  /** Returns the facts of a rider in an event that staff see. */
  record?: (rider: Pilot, event: RaceEvent, settings: Settings) => Partial<ShownPilot>
  /** Its part of the report of an event. */
  report?: (read: ReadAll, event: RaceEvent, now: string) => Promise<Partial<EventReport>>
  /** The sections of that part in words. */
  reportSections?: (report: EventReport) => Section[]
  /** Returns the lists of the end of a day. The open event is the first one. */
  day?: (
    riders: readonly Pilot[],
    events: readonly RaceEvent[],
    now: string,
  ) => Pick<OpenDay, 'tills' | 'lent'>
  /** Says what a merge changes in an event, for the person who merges. */
  mergeNotes?: (
    event: RaceEvent,
    before: { riders: readonly Pilot[]; till?: RaceEvent['till'] },
    after: readonly Pilot[],
    now: string,
  ) => string[]
}
