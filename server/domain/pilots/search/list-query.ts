/** The query of the list of pilots: its filter, order and page, and the functions that convert them. */
import {
  noStatuses,
  type PilotStatus,
  pilotStatuses,
  type StatusBasis,
  type StatusFilter,
  statusTexts,
} from '../../credential/status.ts'
import { MalformedError } from '../../errors.ts'
import type { Category } from '../../events/categories/category.ts'
import { categoryIdIn, type EnteredKind, enteredKinds, isEnteredKind } from '../../events/entered-kinds.ts'
import type { Entry } from '../../events/entry.ts'
import {
  checkCategoryFilter,
  describeEntered,
  type EnteredFilter,
  type LackKind,
  lackKinds,
} from '../../events/entry-filter.ts'
import type { RaceEvent } from '../../events/event.ts'
import { type AmongFilter, type AttendanceKind, attendanceKinds } from '../../gate/attendance.ts'
import { startOfDay } from '../../text/date.ts'
import { count, enumerate } from '../../text/text.ts'
import type { ListParameters, PilotCounts } from '../calls.ts'
import { type ClassField, classNames, type OwnClasses } from '../classes/classes.ts'
import { nameOfNow } from '../classes/renamed.ts'
import { isFieldName } from '../fields.ts'
import { type FieldTable, fixedFields, type PilotField } from '../own/field-table.ts'
import { isOwnName, type OwnName, type OwnValues } from '../own/own-name.ts'
import type { FilterQuery } from '../schemas.ts'
import { missedConditions, type OwnConditions, ownConditions } from './own-filter.ts'
import { checkSearch } from './search.ts'

/** The conditions that all listed pilots meet. */
export interface PilotFilter extends EnteredFilter {
  /** Words, each of which must occur in the pilot, in any order. */
  search?: string
  modalidad?: string
  licencia?: string
  status?: StatusFilter
  /** The earliest time of registration: ISO 8601, UTC. */
  since?: string
  /** Only pilots without a photo. */
  noPhoto?: boolean
  /** Only pilots without a printed card. */
  noCard?: boolean
  /** Only pilots with an invented value, and minors without a guardian: see `needsReview`. */
  invented?: boolean
  among?: AmongFilter
  /** Only pilots for whom the desk has this left to do: see `isLacking`. */
  lacks?: LackKind
  /** Conditions on fields of one's own: see `ownConditions`. */
  own?: string
}

export interface ListQuery extends PilotFilter {
  /** The field to order by. Without it, pilots are in the order of registration, or by the rank of their search. */
  sort?: PilotField
  /** The default is ascending for a field, and newest first without a field. */
  order?: 'asc' | 'desc'
  /** Forgives no error in the words of the search. */
  isExact?: boolean
  /** The number of the page, from 1. */
  page?: number
  /** The number of pilots per page, from 1 to 200. Without it, all pilots are on one page. */
  perPage?: number
  /** The store may stop counting here. Without it, the total is exact. */
  maxTotal?: number
}

/** The number of pilots that a query finds. */
export interface FoundTotal {
  total: number
  /** True if the query finds more than `total` pilots, because the store stopped counting there. */
  isTotalCapped?: boolean
}

/** The filter in an address or in a print order. */
export interface ListFilter extends Omit<PilotFilter, 'since' | 'status' | 'among' | keyof EnteredFilter> {
  status?: PilotStatus
  /** Only pilots by their entries in the open event: of a kind, in a modalidad, or in a category (see `inCategory`). */
  entered?: EnteredKind | (string & {})
  attendance?: AttendanceKind
  /** Only pilots that were registered today. */
  today?: boolean
}

/** The state of the list, as its address carries it. */
export interface ListView extends ListFilter, Pick<ListQuery, 'sort' | 'order' | 'page'> {}

/** The number of pilots on one page of the screen. */
export const pageSize = 50

/** The largest number of found pilots that the list on the screen counts. */
export const maxListTotal = 1000

/** Returns the number of the last page of the screen's list that is known, at least 1. */
export function lastPageOf({ total, isTotalCapped }: FoundTotal): number {
  return Math.max(1, Math.ceil((isTotalCapped ? total + 1 : total) / pageSize))
}

/** Returns true if the pilots that a search finds are ordered by their rank, and the newest of equal rank come first. */
export function isRanked({ sort, order }: ListQuery): boolean {
  return !sort && !order
}

/**
 * Converts the parameters of an address.
 * @throws MalformedError if the search is too long, or for an unknown class
 */
export function toListQuery(parameters: ListParameters, basis: FilterBasis): ListQuery {
  const { sort, order, page, per_page: perPage, max_total: maxTotal } = parameters
  return { ...toFilter(parameters, basis), sort, order, page, perPage, maxTotal }
}

/** The definitions by which a filter is read: the statuses of a day, and the classes. */
export interface FilterBasis {
  basis: StatusBasis
  table: FieldTable
}

/** The conditions that are on or off: `1` in an address, true in a print order. */
type Flag = 'today' | 'no_photo' | 'no_card' | 'invented'

/**
 * Converts the filter of an address or of a print order, except the attendance and the entries: see `eventFilter`.
 * @throws MalformedError if the search is too long, or for an unknown class
 */
export function toFilter(
  {
    search,
    modalidad,
    licencia,
    status,
    today,
    no_photo: noPhoto,
    no_card: noCard,
    invented,
    lacks,
    own,
  }: Omit<FilterQuery, Flag | 'attendance' | 'entered'> & Partial<Record<Flag, string | boolean>>,
  { basis, table }: FilterBasis,
): PilotFilter {
  const problem = search === undefined ? undefined : checkSearch(search)
  if (problem) throw new MalformedError(problem)
  return {
    search,
    modalidad: readClass('modalidad', modalidad, table.definitions),
    licencia: readClass('licencia', licencia, table.definitions),
    status: status && { kind: status, ...basis },
    since: isSet(today) ? startOfDay().toISOString() : undefined,
    noPhoto: isSet(noPhoto) || undefined,
    noCard: isSet(noCard) || undefined,
    invented: isSet(invented) || undefined,
    lacks,
    own: own || undefined,
  }
}

/**
 * Reads the name of a class in a parameter, also one that it had before. `parameter` is that of the field if it has no
 * other name.
 * @throws MalformedError for a text that is neither one of the `others` nor the name of a class
 */
export function readClass(
  field: ClassField,
  text: string | undefined,
  own: OwnClasses | undefined,
  { parameter = field, others = [] }: { parameter?: string; others?: readonly string[] } = {},
): string | undefined {
  if (text === undefined || others.includes(text)) return text
  const name = nameOfNow(field, text, own)
  if (name !== undefined) return name
  const names = [...others, ...classNames(field, own, { withRetired: true })]
  throw new MalformedError(`${parameter} es una de: ${enumerate(names, 'o')}`)
}

/** Reads the riders whom a list shows by their entries in an event, like `readClass`. @throws MalformedError */
export function readEntered(
  entered: string | undefined,
  own: OwnClasses | undefined,
  event: Pick<RaceEvent, 'categories'>,
): string | undefined {
  if (entered === undefined || categoryIdIn(entered) === undefined)
    return readClass('modalidad', entered, own, { parameter: 'entered', others: enteredKinds })
  checkCategoryFilter(entered, event)
  return entered
}

/** Returns the filter of an order for a selection, as `describeFound` takes it. */
export function listFilterOf({
  no_photo: noPhoto,
  no_card: noCard,
  ...order
}: Omit<FilterQuery, Flag> & Partial<Record<Flag, boolean>>): ListFilter {
  return { ...order, noPhoto, noCard }
}

/**
 * Reads the state of the list from its address. Ignores parameters that are not valid. `categories` are those of the open
 * event, as soon as they are known.
 */
export function readListView(
  query: URLSearchParams,
  { definitions } = fixedFields,
  categories?: readonly Category[],
): ListView {
  const nameOf = (field: ClassField, text?: string) => text && nameOfNow(field, text, definitions)
  const parameters = Object.fromEntries(query)
  const { search, modalidad, licencia, status, today, no_photo: noPhoto, no_card: noCard } = parameters
  const { invented, entered, attendance, lacks, own, sort, order, page } = parameters
  const isSorted = isFieldName(sort) || isOwnName(sort)
  const category = categoryIdIn(entered)
  const isCategory = category !== undefined && (categories?.some(({ id }) => id === category) ?? true)
  return {
    search: search?.trim() || undefined,
    modalidad: nameOf('modalidad', modalidad) || undefined,
    licencia: nameOf('licencia', licencia) || undefined,
    status: pilotStatuses.find((kind) => kind === status),
    today: isSet(today) || undefined,
    noPhoto: isSet(noPhoto) || undefined,
    noCard: isSet(noCard) || undefined,
    invented: isSet(invented) || undefined,
    entered: isCategory || isEnteredKind(entered) ? entered : nameOf('modalidad', entered) || undefined,
    attendance: attendanceKinds.find((kind) => kind === attendance),
    lacks: lackKinds.find((kind) => kind === lacks),
    own: ownConditions(own).length > 0 ? own : undefined,
    sort: isSorted ? sort : undefined,
    order: isSorted && order === 'desc' ? order : undefined,
    page: readInteger(page, Number.MAX_SAFE_INTEGER) ?? 1,
  }
}

/** Returns the filter of a view, without the order and the page. */
export function filterOf({ sort: _sort, order: _order, page: _page, ...filter }: ListView): ListFilter {
  return filter
}

/** Returns true if the filter may exclude some pilots. */
export function isFiltered(filter: ListFilter): boolean {
  return Object.values(filterOf(filter)).some(Boolean)
}

/**
 * Describes a number of pilots and their filter for people, such as
 * `3 pilotos de RALLY, licencia Anual, con credencial vencida, registrados hoy, sin foto, con «rojas»`. A pilot `sin
 * imprimir` is one without a printed card. A capped total is `Más de 1.000 pilotos`.
 */
export function describeFound(
  { total: found, isTotalCapped }: FoundTotal,
  filter: ListFilter,
  { of } = fixedFields,
  categories: readonly Category[] = [],
): string {
  const { search, modalidad, licencia, status, today, noPhoto, noCard, invented, attendance, lacks } = filter
  // Only riders with an entry are missing.
  const entered = filter.entered ?? (attendance === 'missing' ? 'all' : undefined)
  const kinds = [
    modalidad && `de ${modalidad}`,
    licencia && `licencia ${licencia}`,
    status && statusWords(status, found),
    today && (found === 1 ? 'registrado hoy' : 'registrados hoy'),
    noPhoto && 'sin foto',
    noCard && 'sin imprimir',
    invented && 'con datos por revisar',
    entered && describeEntered(entered, found, categories),
    attendance && attendanceTexts[attendance][found === 1 ? 0 : 1],
    lacks === 'payment' && (found === 1 ? 'que debe' : 'que deben'),
    lacks === 'waiver' && 'sin deslinde',
    ...ownConditions(filter.own).map(([name, value]) =>
      value ? `con ${of(name).label}: ${value}` : `sin ${of(name).label}`,
    ),
    search && `con «${search}»`,
  ].filter(Boolean)
  return [isTotalCapped && 'Más de', count(found, 'piloto'), ...(kinds.length > 0 ? [kinds.join(', ')] : [])]
    .filter(Boolean)
    .join(' ')
}

function statusWords(status: PilotStatus, found: number): string {
  if (status === 'incomplete') return found === 1 ? 'incompleto' : 'incompletos'
  return `con credencial ${statusTexts[status].toLowerCase()}`
}

/** The words of each kind, for one pilot and for several. */
const attendanceTexts: Record<AttendanceKind, readonly [string, string]> = {
  inside: ['adentro', 'adentro'],
  entered: ['que entró hoy', 'que entraron hoy'],
  missing: ['que no ha entrado', 'que no han entrado'],
}

function isSet(flag?: string | boolean): boolean {
  return flag === '1' || flag === true
}

/** Reads an integer from `min` to `max`. Returns undefined without a value, and null if the value is not valid. */
export function readInteger(value: unknown, max: number, min = 1): number | null | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}

/** The numbers of pilots of each kind, before any is counted. A pilot can be of several. */
const noNumbers = {
  ...{ today: 0, no_photo: 0, no_card: 0, invented: 0 },
  ...{ entered: 0, not_entered: 0, pending: 0, owing: 0, unsigned: 0 },
}
const countedKinds = Object.keys(noNumbers) as (keyof typeof noNumbers)[]

/** A found pilot: 1 if the pilot counts as one of a kind, else 0, and the entries in the open event. */
interface CountedPilot extends Pick<PilotCounts, keyof typeof noNumbers> {
  /** Absent if an incomplete pilot has none, and counts as one of no kind. */
  modalidad?: string
  licencia?: string
  status: string
  entries: readonly Pick<Entry, 'modalidad' | 'category'>[]
  own: OwnValues
}

/** Returns the counts before any pilot is added. `total` is the number of all pilots, found or not. */
export function noCounts(total: number, ownNames: readonly OwnName[] = []): PilotCounts {
  const own = Object.fromEntries(ownNames.map((name) => [name, {}]))
  return {
    total,
    ...noNumbers,
    entries: {},
    categories: {},
    modalidad: {},
    licencia: {},
    status: noStatuses(),
    ...(ownNames.length > 0 && { own }),
  }
}

/**
 * Returns the filter of the pilots to be counted. Modalidad, licencia, status and the fields of one's own are compared
 * by `addPilot` alone, because the others of a kind are counted too.
 */
export function groupFilter(filter: PilotFilter): PilotFilter {
  return { ...filter, modalidad: undefined, licencia: undefined, status: undefined, own: undefined }
}

/**
 * Adds a pilot whom the filter finds, or would find with another modalidad, licencia or status. A pilot has only one of
 * each, so that the number of another one says what the list shows if it is chosen instead. `conditions` are those of the
 * filter on fields of one's own.
 */
export function addPilot(
  counts: PilotCounts,
  pilot: CountedPilot,
  filter: PilotFilter,
  conditions: OwnConditions,
): void {
  const { modalidad, licencia, status } = pilot
  const isModalidad = !filter.modalidad || filter.modalidad === modalidad
  const isLicencia = !filter.licencia || filter.licencia === licencia
  const isStatus = !filter.status || filter.status.kind === status
  const isFixed = isModalidad && isLicencia && isStatus
  if (!addOwn(counts, pilot, conditions, isFixed)) return
  if (isLicencia && isStatus) addOne(counts.modalidad, modalidad)
  if (isModalidad && isStatus) addOne(counts.licencia, licencia)
  if (isModalidad && isLicencia) addOne(counts.status, status)
  if (!isFixed) return
  for (const kind of countedKinds) counts[kind] += pilot[kind]
  for (const { modalidad: name, category } of pilot.entries) {
    addOne(counts.entries, name)
    addOne(counts.categories, category)
  }
}

/** Adds the values of one's own to the counts if all other conditions hold. Returns false if the pilot misses one on them. */
function addOwn(
  counts: PilotCounts,
  { own }: CountedPilot,
  conditions: OwnConditions,
  isFixed: boolean,
): boolean {
  const [missed, ...others] = missedConditions(conditions, own)
  if (isFixed && others.length === 0)
    for (const [name, numbers] of Object.entries(counts.own ?? {}))
      if (missed === undefined || missed === name) addOne(numbers, String(own[name as OwnName] ?? ''))
  return missed === undefined
}

function addOne(numbers: Record<string, number>, name: string | undefined): void {
  if (name === undefined) return
  numbers[name] = ((Object.hasOwn(numbers, name) && numbers[name]) || 0) + 1
}
