/** Attendance: the pilots who are inside, those who have entered today, and those who have not come yet. */
import type { PilotId } from '../pilot/pilot-id.ts'
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
  /** The midnight or, on the day on which the event was opened, that moment: ISO 8601, UTC. */
  from: string
  /** The moment at which the event was opened, before which nobody was inside. Empty for the first event. */
  openedAt: string
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

/** Returns true if the last passage of a pilot is an entry of the open event, at most seven days before its day. */
export function isInside(passages: readonly Passage[], { from, openedAt }: EventDay): boolean {
  const last = passages.at(-1)
  return (
    last?.direction === 'in' && last.at >= openedAt && Date.parse(last.at) >= Date.parse(from) - eventTime
  )
}

/** Returns true if a pilot has entered on a day. */
export function hasEntered(passages: readonly Passage[], { from }: EventDay): boolean {
  return passages.some(({ direction, at }) => direction === 'in' && at >= from)
}
