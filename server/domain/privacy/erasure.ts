/** Erases a person for ever: the changes, the passages and the mappings of imports as they are without the person. */
import { isApprovalOf } from '../applications/approvals.ts'
import { withoutOrdersOf } from '../desk/done-orders.ts'
import { isReservedFor, type ReservedNumber } from '../events/reserved/reserved.ts'
import type { LogEntry } from '../gate/log-entry.ts'
import type { ImportMapping } from '../import/mapping.ts'
import type { Change, Merged, Revocation, SetValues } from '../pilots/change.ts'
import type { PhotoName, Pilot } from '../pilots/pilot.ts'
import { readAs } from '../stored/reading.ts'
import { reserved, till } from '../stored/setting-shapes.ts'
import { isObject, parseJson } from '../text/text.ts'
import { type EventTill, withErased } from '../till/event-till.ts'
import type { Person } from './person.ts'

/** The way in which all stored data is written anew, so that something in it is gone for ever. */
export interface Rewriting {
  /** Returns undefined for a pilot who is taken away. */
  pilot(pilot: Pilot): Pilot | undefined
  change(change: Change): Change
  revocations(revoked: readonly Revocation[]): Revocation[]
  /** Receives all entries of a log, the oldest first. */
  entry(entry: LogEntry): LogEntry
  /** Receives stored events of any version by their identifiers. */
  events<Event>(events: Readonly<Record<string, Event>>): Record<string, Event>
  /** Receives settings of all desks: see `shared.ts`. */
  values(values: SetValues): SetValues
  /** The photos that are taken away. */
  photos: ReadonlySet<PhotoName>
}

/** The reason of a settlement that named the person. */
const erasedReason = 'Motivo borrado'

/** Takes a person away from all stored data. */
export function erasureOf(person: Person): Rewriting {
  const passages = new Set<string>()
  return {
    pilot: (pilot) => (person.codes.has(pilot.id) ? undefined : pilot),
    change: (change) => withoutPerson(change, person),
    revocations: (revoked) => revocationsWithout(revoked, person),
    entry: (entry) => entryWithout(entry, person, passages),
    events: (events) => eventsWithout(events, person),
    values: (values) => valuesWithout(values, person),
    photos: person.photos,
  }
}

/** Returns events without the numbers that are reserved for the person, and with the amounts of the person: see `withErased`. */
function eventsWithout<Event>(
  events: Readonly<Record<string, Event>>,
  person: Person,
): Record<string, Event> {
  return Object.fromEntries(
    Object.entries(events).map(([id, event]) => [
      id,
      isObject(event)
        ? { ...eventWithout(event, person), ...tillWith(readAs(till, event.till), person, id) }
        : event,
    ]),
  )
}

/** Returns an event, or the value of one, without the numbers that are reserved for the person. */
function eventWithout<Event extends Readonly<Record<string, unknown>>>(event: Event, person: Person): Event {
  if (!Array.isArray(event.reserved)) return event
  const isOther = (one: ReservedNumber) =>
    !person.isMentionedIn(one.for) && !person.riders.some((rider) => isReservedFor(rider, one))
  return { ...event, reserved: event.reserved.flatMap((one) => readAs(reserved, one) ?? []).filter(isOther) }
}

/** Returns values of all desks of any time without the person. The amounts of that time are no longer of interest. */
function valuesWithout(values: SetValues, person: Person): SetValues {
  return Object.fromEntries(
    Object.entries(withoutOrdersOf(person.codes, values, person.isMentionedIn))
      .filter(([key, value]) => !isApprovalOf(person.codes, key, value))
      .map(([key, value]) => [key, isObject(value) ? eventWithout(value, person) : value]),
  )
}

function tillWith(till: EventTill | undefined, { present }: Person, event: string): { till?: EventTill } {
  return till ? { till: withErased(till, present, event) } : {}
}

/** Returns a change without the person. A change about nobody else stays, and says nothing but its author. */
function withoutPerson(change: Change, person: Person): Change {
  const { codes } = person
  const { put, remove, revoke, unrevoke, seen, set, merged, file, ...rest } = change
  const isOther = (id: string) => !codes.has(id)
  return {
    ...rest,
    ...(put && { put: put.filter(({ id }) => isOther(id)) }),
    ...(remove && { remove: remove.filter(isOther) }),
    ...(revoke && { revoke: revocationsWithout(revoke, person) }),
    ...(unrevoke && { unrevoke: unrevoke.filter(isOther) }),
    ...(seen && { seen: seen.filter(({ id }) => isOther(id)) }),
    ...(set && { set: valuesWithout(set, person) }),
    ...(merged && { merged: mergedWithout(merged, person) }),
    ...(file !== undefined && !person.isMentionedIn(file) && { file }),
  }
}

function revocationsWithout(revoked: readonly Revocation[], { codes }: Person): Revocation[] {
  return revoked.filter(({ id, next }) => !codes.has(id) && !codes.has(next))
}

function mergedWithout(merged: Merged, person: Person): Merged {
  const isOther = (text: string) => !person.codes.has(text.split(' ')[0] ?? '')
  return {
    ...merged,
    passages: merged.passages.map((key) => keyWithout(key, person)),
    moved: merged.moved.filter(({ pilot }) => !person.codes.has(pilot)),
    replaced: revocationsWithout(merged.replaced, person),
    settled: merged.settled.filter(isOther),
    open: merged.open.filter(isOther),
  }
}

/** Returns the key of an entry, which follows the reason of a settlement: see `entryKey`. */
function keyWithout(key: string, person: Person): string {
  const parts = key.startsWith('[') ? parseJson(key) : undefined
  if (!Array.isArray(parts) || typeof parts[3] !== 'string' || !person.isNamedIn(parts[3])) return key
  return JSON.stringify([...parts.slice(0, 3), erasedReason])
}

/**
 * Returns an entry without the person: the passage stays. `passages` collects the identifiers of those of the person,
 * since the reason with which one of these is settled can say the name in any form.
 */
function entryWithout(entry: LogEntry, person: Person, passages: Set<string>): LogEntry {
  if ('settles' in entry) {
    const { settles, reason = '' } = entry
    const names = passages.has(settles) ? person.isNamedIn(reason) : person.isMentionedIn(reason)
    return names ? { ...entry, reason: erasedReason } : entry
  }
  const { pilot, scanned } = entry
  const isAbout = pilot === undefined ? person.isMentionedIn(scanned) : person.codes.has(pilot)
  if (!isAbout) return entry
  passages.add(entry.id)
  const { pilot: _pilot, previous: _previous, ...rest } = entry
  return { ...rest, scanned: '' }
}

/** Returns a mapping without the texts that name the person, and without the corrected lines of the person. */
export function mappingWithoutPerson(mapping: ImportMapping, person: Person): ImportMapping {
  return pruned(mapping, person) as ImportMapping
}

function pruned(value: unknown, person: Person): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isAbout(one, person))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(
    ([key, one]) => !person.isMentionedIn(key) && !isAbout(one, person),
  )
  return Object.fromEntries(kept.map(([key, one]) => [key, pruned(one, person)]))
}

function isAbout(value: unknown, person: Person): boolean {
  if (typeof value === 'string') return person.isMentionedIn(value)
  // The texts of one corrected line.
  return (
    isObject(value) &&
    Object.values(value).every((one) => typeof one === 'string') &&
    Object.values(value).some((one) => person.isMentionedIn(String(one)))
  )
}
