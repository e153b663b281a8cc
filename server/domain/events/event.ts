/**
 * An event: a race meeting, to which entries, passages and prints belong. One is open at a time. A passage names its event,
 * since a clock that was ahead would put it into another one.
 */

import { InvalidError } from '../errors.ts'
import { classNames } from '../pilots/classes/classes.ts'
import type { CountryCode } from '../pilots/countries.ts'
import type { EventTill } from '../stored/fact-shapes.ts'
import { formatDate, isCalendarDay } from '../text/date.ts'
import { visible } from '../text/names.ts'
import { enumerate } from '../text/text.ts'
import {
  type Category,
  categoryProblems,
  type GivenCategory,
  storedCategories,
} from './categories/category.ts'
import { type CheckName, checkNames } from './entry.ts'
import { type ReservedNumber, reservedProblems, storedReserved } from './reserved/reserved.ts'
import type { IssuedLists } from './startlist/group.ts'

/** The demands of a gate besides a valid credential: nothing, an entry, or an entry with all checks. */
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
  /** The categories of the modalidades, in the order of the season. */
  categories: readonly Category[]
  reserved: readonly ReservedNumber[]
  /** True if credentials and cards do not show the category of the rider. */
  plainCards?: boolean
  /** True if two categories of a modalidad can use the same numbers. */
  sharedNumbers?: boolean
}

/** The properties as a request gives them. One of an older program has no country, categories and reserved numbers. */
export type GivenEvent = Omit<EventData, 'country' | 'categories' | 'reserved'> &
  Partial<Pick<EventData, 'country' | 'reserved'>> & { categories?: readonly GivenCategory[] }

export interface RaceEvent extends EventData {
  id: string
  /** The moment at which the event was opened, by the clock of that laptop (ISO 8601, UTC). Empty for the first. */
  openedAt: string
  /** The position among the events, from 1. Absent for the first. */
  order?: number
  /** The number of the last change before the event, in the log of this store. Absent as `order` is. */
  change?: number
  /** The last start list of each group of riders. Absent before the first. */
  startLists?: IssuedLists
  /** The hash of the waiver that riders sign: see `WaiverTexts`. Absent if there is none. */
  waiver?: string
  /** The prices, the chips and the drawers. Absent until somebody sets one. */
  till?: EventTill
}

export type StoredEvent = Omit<RaceEvent, 'id'>

/** Events as they are stored, by their identifiers. */
export type StoredEvents = Readonly<Record<string, StoredEvent>>

/** The first event of every folder: all that happened before a second one was opened belongs to it. */
export const firstEventId = 'primero'

export const maxEventName = 80
export const maxEventPlace = 80
export const eventNameTooLong = `El nombre tiene hasta ${maxEventName} letras`
export const eventPlaceTooLong = `El lugar tiene hasta ${maxEventPlace} letras`
export const maxEvents = 500

export const noEvent: EventData = {
  name: '',
  place: '',
  country: '',
  first: '',
  last: '',
  modalidades: classNames('modalidad'),
  checks: [],
  demand: 'nothing',
  categories: [],
  reserved: [],
}

/** Returns an event with other data. `known` are the modalidades of the folder. @throws InvalidError */
export function changedEvent(
  { openedAt, order, change, startLists, waiver, till, ...before }: RaceEvent,
  data: GivenEvent,
  known?: readonly string[],
): StoredEvent {
  return {
    ...checkedEvent(data, before, known),
    openedAt,
    ...(order !== undefined && { order }),
    ...(change !== undefined && { change }),
    ...(startLists && { startLists }),
    ...(waiver !== undefined && { waiver }),
    ...(till && { till }),
  }
}

/**
 * Returns the data with what it leaves out as it was `before`. `known` are the modalidades of the folder.
 * @throws InvalidError with a message for each property that is not valid
 */
export function checkedEvent(
  { first, last, modalidades, checks, demand, country, ...texts }: GivenEvent,
  before: Pick<
    EventData,
    'country' | 'modalidades' | 'categories' | 'reserved' | 'plainCards' | 'sharedNumbers'
  >,
  known = noEvent.modalidades,
): EventData {
  // The entries in a modalidad that is retired meanwhile stay.
  const offered = new Set([...known, ...before.modalidades])
  const unknown = modalidades.find((one) => !offered.has(one))
  const categories = texts.categories ? storedCategories(texts.categories) : before.categories
  const reserved = texts.reserved ? storedReserved(texts.reserved) : before.reserved
  const withCategories = groupedModalidades(before, known)
  const { plainCards = before.plainCards, sharedNumbers = before.sharedNumbers } = texts
  const ofCategories = categoryProblems(categories, withCategories, { sharedNumbers })
  const [overlap] = Object.values(ofCategories)
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
    ...(unknown !== undefined && {
      modalidades: `«${unknown}» no es una modalidad: elija entre ${enumerate(known, 'y')}`,
    }),
    ...(texts.categories && ofCategories),
    ...(overlap && before.sharedNumbers && !sharedNumbers && { sharedNumbers: overlap }),
    ...((texts.categories || texts.reserved) && reservedProblems(reserved, categories, withCategories)),
  }
  if (Object.keys(problems).length > 0) throw new InvalidError(problems)
  return {
    name,
    place,
    country: country ?? before.country,
    first,
    last: last === '' ? first : last,
    modalidades: [...offered].filter((one) => modalidades.includes(one)),
    checks: checkNames.filter((one) => checks.includes(one)),
    demand,
    categories,
    reserved,
    ...choicesOf({ plainCards, sharedNumbers }),
  }
}

/** Returns the modalidades that a category or a reserved number of an event can have. */
export function groupedModalidades(
  { modalidades, categories }: Pick<EventData, 'modalidades' | 'categories'>,
  known: readonly string[],
): string[] {
  return [...new Set([...known, ...modalidades, ...categories.map(({ modalidad }) => modalidad)])]
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

function choicesOf({ plainCards, sharedNumbers }: Choices): Choices {
  return {
    ...(typeof plainCards === 'boolean' && { plainCards }),
    ...(typeof sharedNumbers === 'boolean' && { sharedNumbers }),
  }
}

type Choices = Pick<EventData, 'plainCards' | 'sharedNumbers'>
