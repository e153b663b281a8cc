/** Selects pilots by their attendance, which follows from the log of passages. */
import { type AmongFilter, type AttendanceKind, amongOf } from '#domain/gate/attendance'
import { CodeHistory } from '#domain/gate/code-history'
import { startOfDay } from '#domain/text/date'
import type { Stores } from '../store/contract/stores.ts'

/** Returns the part of a filter that an attendance of today stands for: nothing without one. */
export async function attendanceFilter(
  { pilots, passages }: Pick<Stores, 'pilots' | 'passages'>,
  kind: AttendanceKind | undefined,
): Promise<{ among?: AmongFilter }> {
  if (kind === undefined) return {}
  const [attendance, revocations] = await Promise.all([
    passages.attendance(startOfDay().toISOString()),
    pilots.revocations(),
  ])
  return { among: amongOf(kind, attendance, new CodeHistory(revocations)) }
}
