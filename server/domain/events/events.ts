/**
 * The events in their order, and what belongs to each. The order is that in which they were opened, and follows from no
 * clock: a scan names its event, and a change has a number.
 */
import { InvalidError, NotFoundError, PilotosError } from '../errors.ts'
import { formatMoment, today } from '../text/date.ts'
import { compareTexts, fold } from '../text/text.ts'
import { joinedTills, nextTill } from '../till/event-till.ts'
import { joinedCategories } from './categories/category.ts'
import {
  checkedEvent,
  eventDays,
  eventTitle,
  firstEventId,
  type GivenEvent,
  maxEvents,
  noEvent,
  type RaceEvent,
  type StoredEvent,
  type StoredEvents,
} from './event.ts'
import { joinedReserved, reservedAfter } from './reserved/reserved.ts'

/** All events, the one that is open first. */
export type RaceEvents = readonly [RaceEvent, ...RaceEvent[]]

export function eventsOf(stored: StoredEvents = {}): RaceEvents {
  const { [firstEventId]: named, ...others } = stored
  const first: RaceEvent = { ...noEvent, ...named, id: firstEventId, openedAt: '' }
  const later = Object.entries(others).map(([id, event]) => ({ ...event, id }))
  return [
    ...later.sort((one, other) => compareOrder(other, one)),
    first,
  ] as readonly RaceEvent[] as RaceEvents
}

/** Events without a place in the order come before all others, in the order of their moments. */
function compareOrder(one: RaceEvent, other: RaceEvent): number {
  const keyOf = ({ openedAt, id }: RaceEvent) => `${openedAt} ${id}`
  return (one.order ?? 0) - (other.order ?? 0) || (keyOf(one) < keyOf(other) ? -1 : 1)
}

export function openEvent(stored?: StoredEvents): RaceEvent {
  return eventsOf(stored)[0]
}

/** Returns an event as it is stored, by its identifier. */
export function asStored({ id, ...event }: RaceEvent): StoredEvents {
  return { [id]: event }
}

/** Returns the event of an identifier, or the open one for `open`. @throws NotFoundError */
export function requiredEvent(events: RaceEvents, id: string): RaceEvent {
  const event = id === 'open' ? events[0] : events.find((one) => one.id === id)
  if (!event) throw new NotFoundError('Ese evento ya no está en esta laptop: vea los eventos en Ajustes')
  return event
}

/**
 * Returns the open event, which has to be the one that a page shows. @throws PilotosError if another one was opened
 * meanwhile
 */
export function requireOpenEvent(events: RaceEvents, id: string): RaceEvent {
  const [open] = events
  if (requiredEvent(events, id).id === open.id) return open
  throw new PilotosError(
    'conflict',
    `Mientras tanto se abrió ${eventTitle(open)}: cargue la página otra vez y repita`,
  )
}

/**
 * Returns the event of an identifier, of `open`, or of a name or a part of one that fits no other event.
 * @throws NotFoundError which lists the events that it can be, with their identifiers
 */
export function findEvent(events: RaceEvents, wanted: string): RaceEvent {
  const key = fold(wanted.trim())
  const known = key === 'open' ? events[0] : events.find(({ id }) => fold(id) === key)
  if (known) return known
  const named = events.filter((event) => fold(eventTitle(event)) === key)
  const similar = named.length > 0 ? named : events.filter((event) => fold(eventTitle(event)).includes(key))
  const [only, another] = similar
  if (only && !another) return only
  throw new NotFoundError(
    another
      ? `Son ${similar.length} los eventos que se llaman así. Elija uno con --event y su código:${linesOf(similar)}`
      : `No hay ese evento. Los que hay, cada uno con su código:${linesOf(events)}`,
  )
}

/** Returns a line for each event, with its identifier, by which one is chosen. */
function linesOf(events: readonly RaceEvent[]): string {
  const lines = events.map((event) => {
    const { id, place, openedAt } = event
    const opened = openedAt && `abierto el ${formatMoment(openedAt)}`
    const facts = [eventTitle(event), place, eventDays(event), opened].filter(Boolean)
    return `\n  ${id}  ${facts.join(', ')}`
  })
  return lines.join('')
}

/** A time from `from` until before `before`: ISO 8601, UTC. Absent if it has no end. */
export interface EventSpan {
  from: string
  before?: string
}

/**
 * Returns the time of an event by the clocks. The times of all events follow one another without gaps: one that was
 * opened by a clock ahead ends when the next one begins, and has no time then.
 */
export function spanOf(events: readonly RaceEvent[], id: string): EventSpan {
  const index = events.findIndex((event) => event.id === id)
  const beginning = (last: number) =>
    events.slice(0, last + 1).reduce((from, { openedAt }) => (openedAt < from ? openedAt : from), endOfTime)
  return { from: beginning(index), ...(index > 0 && { before: beginning(index - 1) }) }
}

/** A text that sorts after every moment. */
const endOfTime = '~'

/** An event, and what tells its passages from those of the others. */
export interface EventPart extends EventSpan {
  id: string
  /** The identifiers of all events. */
  all: readonly string[]
}

export function partOf(events: RaceEvents, id: string): EventPart {
  return { ...spanOf(events, id), id, all: events.map((event) => event.id) }
}

/** Returns true for a passage of an event. One that names no event, or one that is gone, belongs to an event by its time. */
export function isPartOf(part: EventPart, { event, at }: { event?: string; at: string }): boolean {
  return event !== undefined && part.all.includes(event) ? event === part.id : isWithin(part, at)
}

/**
 * Returns a function that finds the event of a change of the log: the last one that was open before it, by the number of
 * the change. A change of another store has a number of its own, and is compared by its time.
 */
export function finderOfChanges(events: RaceEvents) {
  const begun = events.map(({ id, change }) => ({ id, change, from: spanOf(events, id).from }))
  return ({ number, at, past }: { number: number; at: string; past?: true }): string => {
    const isAfter = ({ change, from }: (typeof begun)[number]) =>
      past || change === undefined ? at >= from : number > change
    return begun.find(isAfter)?.id ?? firstEventId
  }
}

/**
 * Returns the event that was open at a moment (ISO 8601, UTC), of a device that does not say which. An event whose moment
 * is after `now` was opened by a clock ahead, and is over or open already.
 */
export function eventAt(events: RaceEvents, at: string, now: string): RaceEvent {
  return events.find(({ openedAt }) => openedAt <= at || openedAt > now) ?? events[0]
}

export function isWithin({ from, before }: EventSpan, at: string): boolean {
  return at >= from && (before === undefined || at < before)
}

/**
 * Returns an event that is opened now, after all others. `change` is the number of the last change.
 * @throws InvalidError if its data is not valid, or there are too many events
 */
export function newEvent(
  stored: StoredEvents | undefined,
  data: GivenEvent,
  { now, change, known }: { now: string; change: number; known?: readonly string[] },
): StoredEvent {
  const all = eventsOf(stored)
  // The first event counts before it is stored with a name.
  if (all.length >= maxEvents)
    throw new InvalidError({ name: `Ya hay ${maxEvents} eventos: no se pueden abrir más en esta carpeta` })
  const [last] = all
  const before = { ...last, reserved: reservedAfter(last.reserved, today(new Date(now))) }
  return {
    ...checkedEvent(data, before, known),
    openedAt: now,
    order: (last.order ?? 0) + 1,
    change,
    ...(last.waiver !== undefined && { waiver: last.waiver }),
    ...(last.till && { till: nextTill(last.till) }),
  }
}

/**
 * Returns the stored events with those of a backup or of another desk that they lack. Each comes after the one that was
 * open there when it was opened; of two that two desks have opened after the same one, that of this desk is the later
 * one, and stays open. An event of both has the categories and the reserved numbers of both. `change` is the number of the
 * last change of this store.
 */
export function addEvents(
  stored: StoredEvents = {},
  others: StoredEvents = {},
  change?: number,
): StoredEvents {
  const all = joined(eventsOf(stored), eventsOf(others))
  const events: Record<string, StoredEvent> = { ...stored }
  let next = change
  for (const [order, id] of [...all.entries()].reverse()) {
    const event = stored[id] ?? others[id]
    if (!event) continue
    const begun = stored[id] ? event.change : next
    const categories = joinedCategories(event.categories, others[id]?.categories)
    const reserved = joinedReserved(event.reserved, others[id]?.reserved)
    const waiver = event.waiver ?? others[id]?.waiver
    const till = joinedTills(event.till, others[id]?.till)
    events[id] = {
      ...event,
      categories,
      reserved,
      ...(waiver !== undefined && { waiver }),
      ...(till && { till }),
      ...(order > 0 && { order, change: begun }),
    }
    next = begun
  }
  return events
}

/** Returns the identifiers of two lists from the earliest event on: those that only `others` has follow their last ones. */
function joined(base: RaceEvents, others: RaceEvents): string[] {
  const all = base.map(({ id }) => id).reverse()
  let after = 0
  for (const { id } of others.toReversed()) {
    const known = all.indexOf(id)
    after = known < 0 ? after + 1 : known
    if (known < 0) all.splice(after, 0, id)
  }
  return all
}

/** Returns a text that only this event has, while its data is as it is. */
export function eventKey({
  order: _order,
  change: _change,
  startLists: _lists,
  till: _till,
  ...event
}: RaceEvent): string {
  return JSON.stringify(Object.entries(event).sort(([one], [other]) => compareTexts(one, other)))
}

/** Returns the events that this desk would get from another one, and whether one of them would be open then. */
export function addedEvents(
  stored: StoredEvents | undefined,
  others: StoredEvents = {},
): { id: string; name: string; isOpen: boolean; key: string }[] {
  const all = addEvents(stored, others)
  const isOpen = openEvent(all).id
  const isNew = ({ id }: RaceEvent) => id in all && !(id in (stored ?? {}))
  return eventsOf(all)
    .filter(isNew)
    .map((event) => ({
      id: event.id,
      name: eventTitle(event),
      key: eventKey(event),
      isOpen: event.id === isOpen && isOpen !== openEvent(stored).id,
    }))
}
