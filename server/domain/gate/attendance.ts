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

/** Returns the attendance. `ofPilots` and `from` are those of `summarize`, with the first code of each pilot. */
export function attendanceOf(
  ofPilots: Iterable<readonly [PilotId, readonly Passage[]]>,
  from: string,
): Attendance {
  const attendance: Attendance = { inside: [], entered: [] }
  for (const [pilot, passages] of ofPilots) {
    if (isInside(passages, from)) attendance.inside.push(pilot)
    if (hasEntered(passages, from)) attendance.entered.push(pilot)
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

/** Returns true if the last passage of a pilot is an entry of the event whose current day begins at `from`. */
export function isInside(passages: readonly Passage[], from: string): boolean {
  const last = passages.at(-1)
  return last?.direction === 'in' && Date.parse(last.at) >= Date.parse(from) - eventTime
}

/** Returns true if a pilot has entered on the day that begins at `from`. */
export function hasEntered(passages: readonly Passage[], from: string): boolean {
  return passages.some(({ direction, at }) => direction === 'in' && at >= from)
}
