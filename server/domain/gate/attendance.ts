/** Attendance: the pilots who are inside, those who have entered today, and those who have not come yet. */
import { type EventPart, isPartOf } from '../events/events.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { CodeHistory } from './code-history.ts'
import { eventTime, type Passage } from './passage.ts'

export const attendanceKinds = ['inside', 'entered', 'missing'] as const
export type AttendanceKind = (typeof attendanceKinds)[number]

/** The pilots who have come, by the first code of each: see `CodeHistory`. */
export interface Attendance {
  inside: PilotId[]
  /** The pilots who have entered today. Some of them may have left. */
  entered: PilotId[]
}

/** The condition that a pilot is one of some pilots or, with `isExcluded`, none of them. */
export interface AmongFilter {
  ids: readonly PilotId[]
  isExcluded: boolean
}

/** The current day of the open event. */
export interface EventDay {
  /** The midnight: ISO 8601, UTC. */
  from: string
  event: EventPart
}

/** Returns the attendance. `ofPilots` and `day` are those of `summarize`, with the first code of each pilot. */
export function attendanceOf(
  ofPilots: Iterable<readonly [PilotId, readonly Passage[]]>,
  day: EventDay,
): Attendance {
  const attendance: Attendance = { inside: [], entered: [] }
  for (const [pilot, passages] of ofPilots) {
    if (isInside(passages, day)) attendance.inside.push(pilot)
    if (hasEntered(passages, day)) attendance.entered.push(pilot)
  }
  return attendance
}

/** Returns the condition that a pilot is of one kind. A missing pilot is not inside, and has not entered today. */
export function amongOf(
  kind: AttendanceKind,
  { inside, entered }: Attendance,
  history: CodeHistory,
): AmongFilter {
  const isExcluded = kind === 'missing'
  const firsts = isExcluded ? new Set([...inside, ...entered]) : kind === 'inside' ? inside : entered
  return { ids: Array.from(firsts, (first) => history.current(first)), isExcluded }
}

/** Returns true if the last passage of a pilot in the event is an entry, at most seven days before the day. */
export function isInside(passages: readonly Passage[], { from, event }: EventDay): boolean {
  const last = passages.findLast((passage) => isPartOf(event, passage))
  return last?.direction === 'in' && Date.parse(last.at) >= Date.parse(from) - eventTime
}

/** Returns true if a pilot has entered on a day. */
export function hasEntered(passages: readonly Passage[], day: EventDay): boolean {
  return passages.some((passage) => passage.direction === 'in' && isOfDay(passage, day))
}

/** Returns true for a passage of a day of the event. */
export function isOfDay(passage: Passage, { from, event }: EventDay): boolean {
  return passage.at >= from && isPartOf(event, passage)
}
