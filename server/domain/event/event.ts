/** An event: a race meeting, to which entries, passages and prints belong. One is open at a time. */
import { type CountryCode, isCountryCode } from '../countries.ts'
import { InvalidError, NotFoundError } from '../errors.ts'
import { modalidadNames } from '../pilot/fields.ts'
import { formatDate, isCalendarDay, isMoment } from '../text/date.ts'
import { visible } from '../text/names.ts'
import { fold, isObject } from '../text/text.ts'
import { type CheckName, checkNames } from './entry.ts'

/** What a gate demands of a rider besides a valid credential: nothing, an entry, or an entry with all checks. */
export const gateDemands = ['nothing', 'entry', 'checks'] as const
export type GateDemand = (typeof gateDemands)[number]

/** The properties of an event that people set. */
export interface EventData {
  /** Empty for a folder whose staff have never named an event. */
  name: string
  place: string
  /** The country, whose telephone numbers and documents need no further word; empty if nobody has chosen one. */
  country: CountryCode | ''
  /** The first and the last day, `YYYY-MM-DD`; empty if nobody has set it. */
  first: string
  last: string
  /** The modalidades that ride, in the order of the field. */
  modalidades: readonly string[]
  /** The checks that the event wants before a rider starts. */
  checks: readonly CheckName[]
  demand: GateDemand
}

/** The properties as a request gives them. One of an older program has no country. */
export type GivenEvent = Omit<EventData, 'country'> & Partial<Pick<EventData, 'country'>>

export interface RaceEvent extends EventData {
  id: string
  /** The moment at which the event was opened (ISO 8601, UTC), until which the event before was. Empty for the first. */
  openedAt: string
}

/** Events as they are stored, by their identifiers. */
export type StoredEvents = Readonly<Record<string, Omit<RaceEvent, 'id'>>>

/** A time from `from` until before `before`: ISO 8601, UTC. Absent if it has no end. */
export interface EventSpan {
  from: string
  before?: string
}

/** The first event of every folder: all that happened before a second one was opened belongs to it. */
export const firstEventId = 'primero'

export const maxEventName = 80
export const maxEventPlace = 80
export const eventNameTooLong = `El nombre tiene hasta ${maxEventName} letras`
export const eventPlaceTooLong = `El lugar tiene hasta ${maxEventPlace} letras`
const maxEvents = 500

const noEvent: EventData = {
  name: '',
  place: '',
  country: '',
  first: '',
  last: '',
  modalidades: modalidadNames,
  checks: [],
  demand: 'nothing',
}

/** Reads stored events. An event that cannot be read is left out, and an invalid property has its default. */
export function parseEvents(stored: Record<string, unknown>): StoredEvents {
  const events = Object.entries(stored).flatMap(([id, value]) => {
    if (!isObject(value) || !isEventId(id)) return []
    const openedAt = id === firstEventId ? '' : value.openedAt
    if (openedAt !== '' && !isMoment(openedAt)) return []
    const { first, last, demand } = value
    const event: Omit<RaceEvent, 'id'> = {
      name: textOf(value.name, maxEventName),
      place: textOf(value.place, maxEventPlace),
      country: isCountryCode(value.country) ? value.country : '',
      first: isDay(first) ? first : '',
      last: isDay(last) ? last : '',
      modalidades: knownOf(modalidadNames, value.modalidades) ?? modalidadNames,
      checks: knownOf(checkNames, value.checks) ?? [],
      demand: gateDemands.find((one) => one === demand) ?? 'nothing',
      openedAt: String(openedAt),
    }
    return [[id, event] as const]
  })
  return Object.fromEntries(events.slice(0, maxEvents))
}

/** All events, the one that is open first. */
export type RaceEvents = readonly [RaceEvent, ...RaceEvent[]]

export function eventsOf(stored: StoredEvents = {}): RaceEvents {
  const { [firstEventId]: named, ...others } = stored
  const first: RaceEvent = { ...noEvent, ...named, id: firstEventId, openedAt: '' }
  const later = Object.entries(others).map(([id, event]) => ({ ...event, id }))
  const sorted = [...later, first].sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
  return sorted as [RaceEvent, ...RaceEvent[]]
}

/** Two desks that opened events at the same moment order them alike. */
function keyOf({ openedAt, id }: RaceEvent): string {
  return `${openedAt} ${id}`
}

export function openEvent(stored?: StoredEvents): RaceEvent {
  return eventsOf(stored)[0]
}

/**
 * Returns the event of an identifier, of `open`, or of a name or a part of one that fits no other event.
 * @throws NotFoundError
 */
export function findEvent(events: RaceEvents, wanted: string): RaceEvent {
  const known = wanted === 'open' ? events[0] : events.find(({ id }) => id === wanted)
  if (known) return known
  const key = fold(wanted.trim())
  const named = events.filter((event) => fold(eventTitle(event)) === key)
  const similar = named.length > 0 ? named : events.filter((event) => fold(eventTitle(event)).includes(key))
  const [only, another] = similar
  if (only && !another) return only
  const names = events.map((event) => `«${eventTitle(event)}»`).join(', ')
  throw new NotFoundError(
    another ? `Varios eventos se llaman así. Los eventos son ${names}` : `No hay ese evento. Hay ${names}`,
  )
}

/** Returns the time that belongs to an event. The first event has all time before the second one. */
export function spanOf(events: RaceEvents, id: string): EventSpan {
  const index = events.findIndex((event) => event.id === id)
  const next = events[index - 1]
  return { from: events[index]?.openedAt ?? '', ...(next && { before: next.openedAt }) }
}

/** Returns the event to which a moment (ISO 8601, UTC) belongs. */
export function eventAt(events: RaceEvents, at: string): RaceEvent {
  return events.find(({ openedAt }) => openedAt <= at) ?? events[0]
}

/** Returns the part of a time, whose ends may be absent, that belongs to an event, if one is given. */
export function withinEvent(
  event: EventSpan | undefined,
  { from, before }: Partial<EventSpan>,
): Partial<EventSpan> {
  const latest = [event?.from, from]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1)
  const earliest = [event?.before, before].filter((one) => one !== undefined).sort()[0]
  return { from: latest, before: earliest }
}

export function isWithin({ from, before }: EventSpan, at: string): boolean {
  return at >= from && (before === undefined || at < before)
}

/**
 * Returns an event that is opened now, after all others.
 * @throws InvalidError if its data is not valid, or there are too many events
 */
export function newEvent(
  stored: StoredEvents | undefined,
  data: GivenEvent,
  now: string,
): Omit<RaceEvent, 'id'> {
  const all = eventsOf(stored)
  const [last] = all
  // The first event counts before it is stored with a name.
  if (all.length >= maxEvents)
    throw new InvalidError({ name: `Ya hay ${maxEvents} eventos: no se pueden abrir más en esta carpeta` })
  // The clock of the laptop may have been set back.
  const after = last.openedAt === '' ? 0 : Date.parse(last.openedAt) + 1
  const openedAt = new Date(Math.max(Date.parse(now), after)).toISOString()
  return { ...checkedEvent(data, last), openedAt }
}

/** Returns an event with other data. @throws InvalidError */
export function changedEvent({ openedAt, ...before }: RaceEvent, data: GivenEvent): Omit<RaceEvent, 'id'> {
  return { ...checkedEvent(data, before), openedAt }
}

/**
 * Returns the data with what it leaves out as it was `before`.
 * @throws InvalidError with a message for each property that is not valid
 */
function checkedEvent(
  { first, last, modalidades, checks, demand, country, ...texts }: GivenEvent,
  before: Pick<EventData, 'country'>,
): EventData {
  const [name, place] = [visible(texts.name), visible(texts.place)]
  const days = [first, last].map((day) =>
    day === '' || isCalendarDay(day) ? undefined : 'Ese día no existe',
  )
  const order = !days.some(Boolean) && first !== '' && last !== '' && last < first
  const problems = {
    ...(!name && { name: 'Escriba el nombre del evento' }),
    ...(name.length > maxEventName && { name: eventNameTooLong }),
    ...(place.length > maxEventPlace && { place: eventPlaceTooLong }),
    ...(days[0] && { first: days[0] }),
    ...(days[1] && { last: days[1] }),
    ...(order && { last: `Termina antes de empezar (${formatDate(first)})` }),
    ...(modalidades.length === 0 && { modalidades: 'Elija al menos una modalidad' }),
  }
  if (Object.keys(problems).length > 0) throw new InvalidError(problems)
  return {
    name,
    place,
    country: country ?? before.country,
    first,
    last: last === '' ? first : last,
    modalidades: modalidadNames.filter((one) => modalidades.includes(one)),
    checks: checkNames.filter((one) => checks.includes(one)),
    demand,
  }
}

/** Returns the stored events with those of a backup or of another desk that they lack. */
export function addEvents(stored: StoredEvents | undefined, others: StoredEvents): StoredEvents {
  return { ...others, ...stored }
}

/** Returns the events that this desk would get from another one, and whether one of them would be open then. */
export function addedEvents(
  stored: StoredEvents | undefined,
  others: StoredEvents = {},
): { name: string; isOpen: boolean }[] {
  const all = addEvents(stored, others)
  const isOpen = openEvent(all).id
  const isNew = ({ id }: RaceEvent) => id in all && !(id in (stored ?? {}))
  return eventsOf(all)
    .filter(isNew)
    .map((event) => ({
      name: eventTitle(event),
      isOpen: event.id === isOpen && isOpen !== openEvent(stored).id,
    }))
}

/** Returns the name of an event for people: one without a name has its days. */
export function eventTitle({ name, openedAt }: Pick<RaceEvent, 'name' | 'openedAt'>): string {
  return name || (openedAt === '' ? 'Primer evento' : `Evento del ${formatDate(openedAt.slice(0, 10))}`)
}

/** Returns the days of an event, such as `del 21/11/2026 al 22/11/2026`; empty if nobody has set them. */
export function eventDays({ first, last }: Pick<EventData, 'first' | 'last'>): string {
  if (first === '') return last === '' ? '' : `hasta el ${formatDate(last)}`
  return last === '' || last === first ? formatDate(first) : `del ${formatDate(first)} al ${formatDate(last)}`
}

function isEventId(id: unknown): id is string {
  return typeof id === 'string' && /^[0-9A-Za-z]{1,20}$/.test(id)
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDay(value)
}

function textOf(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? value.slice(0, maxLength) : ''
}

function knownOf<Name extends string>(names: readonly Name[], value: unknown): readonly Name[] | undefined {
  return Array.isArray(value) ? names.filter((name) => value.includes(name)) : undefined
}
