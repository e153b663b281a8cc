/** The moments that stored data has by the clock of the laptop that stored it: ISO 8601, UTC. */
import type { StoredEvents } from './events/event.ts'
import type { LogEntry } from './gate/log-entry.ts'
import { momentsIn } from './pilots/facts/fact-values.ts'
import type { Facts } from './pilots/facts/facts.ts'

/** Stored data with moments. */
export interface DatedData {
  pilots: Iterable<Facts>
  entries: Iterable<LogEntry>
  events?: StoredEvents
  /** The moment of the last change. */
  lastAt?: string
}

/** Returns the moments at which the data was stored, by the clock of the laptop that did it. */
export function momentsOf({ pilots, entries, events = {}, lastAt }: DatedData): string[] {
  const moments = [lastAt, ...Object.values(events).map(({ openedAt }) => openedAt)]
  for (const pilot of pilots) moments.push(...momentsIn(pilot))
  // The time of a scan is that of its device.
  for (const entry of entries) moments.push('settles' in entry ? entry.at : entry.received)
  return moments.filter((moment) => moment !== undefined && moment !== '') as string[]
}
