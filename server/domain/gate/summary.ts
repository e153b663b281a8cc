/** The numbers of an event, derived from its counted passages. */
import type { PassageSummary } from '../web/gate-schemas.ts'
import { hasEntered, isInside } from './attendance.ts'
import type { Direction, Passage } from './passage.ts'

/**
 * Counts persons. `ofPilots` are the counted passages of each pilot, the earliest first, and `from` is the beginning of
 * the day (ISO 8601, UTC). A person counts once at each gate, in each hour and in each direction.
 */
export function summarize(
  ofPilots: Iterable<readonly Passage[]>,
  from: string,
): Omit<PassageSummary, 'incidents'> {
  const gates = new Map<string, PerDirection>()
  const hours = new Map<number, PerDirection>()
  let [inside, entered] = [0, 0]
  for (const passages of ofPilots) {
    if (isInside(passages, from)) inside += 1
    if (hasEntered(passages, from)) entered += 1
    const ofToday = passages.filter(({ at }) => at >= from)
    add(gates, ofToday, ({ gate }) => gate)
    add(hours, ofToday, ({ at }) => new Date(at).getHours())
  }
  return {
    inside,
    entered_today: entered,
    gates: [...gates]
      .map(([gate, count]) => ({ gate, ...count }))
      .sort((one, other) => one.gate.localeCompare(other.gate, 'es')),
    hours: [...hours]
      .map(([hour, count]) => ({ hour, ...count }))
      .sort((one, other) => one.hour - other.hour),
  }
}

type PerDirection = Record<Direction, number>

/** Counts the person of some passages once for every key and direction. */
function add<Key>(
  counts: Map<Key, PerDirection>,
  passages: readonly Passage[],
  keyOf: (passage: Passage) => Key,
): void {
  const keys = { in: new Set<Key>(), out: new Set<Key>() }
  for (const passage of passages) {
    const { direction } = passage
    const key = keyOf(passage)
    if (keys[direction].has(key)) continue
    keys[direction].add(key)
    const count = counts.get(key) ?? { in: 0, out: 0 }
    count[direction] += 1
    counts.set(key, count)
  }
}
