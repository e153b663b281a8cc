/** The query of the list of pilots: its filter, order and page, and the functions that read them from a request. */
import { MalformedError } from './errors.ts'
import { type FieldName, fieldNames, fields } from './pilot/fields.ts'
import { checkSearch } from './pilot/search.ts'
import { startOfDay } from './text/date.ts'
import { count, enumerate } from './text/text.ts'

/** The conditions that all listed pilots meet. */
export interface PilotFilter {
  /** Words, each of which must occur in the pilot, in any order. */
  search?: string
  modalidad?: string
  licencia?: string
  /** The earliest time of registration: ISO 8601, UTC. */
  since?: string
}

export interface ListQuery extends PilotFilter {
  /** The field to order by. Without it, pilots are in the order of registration. */
  sort?: FieldName
  /** The default is ascending for a field, and newest first without a field. */
  order?: 'asc' | 'desc'
  /** The number of the page, from 1. */
  page?: number
  /** The number of pilots per page, from 1 to 200. Without it, all pilots are on one page. */
  perPage?: number
}

/** The filter in an address or in a print order. */
export interface ListFilter extends Omit<PilotFilter, 'since'> {
  /** Only pilots that were registered today. */
  today?: boolean
}

/** The state of the list, as its address carries it. */
export interface ListView extends ListFilter, Pick<ListQuery, 'sort' | 'order' | 'page'> {}

/** The number of pilots on one page of the screen. */
export const pageSize = 25

const maxPerPage = 200

/** Reads the query of an address. @throws MalformedError if a parameter is not valid */
export function readListQuery(query: Record<string, unknown>): ListQuery {
  const { sort, order } = query
  const filter = readFilter(query)
  const page = readInteger(query.page, Number.MAX_SAFE_INTEGER)
  const perPage = readInteger(query.per_page, maxPerPage)
  if (page === null) throw new MalformedError('page es un número entero desde 1')
  if (perPage === null) throw new MalformedError(`per_page es un número entero de 1 a ${maxPerPage}`)
  if (sort !== undefined && !isFieldName(sort)) {
    throw new MalformedError(`sort es uno de: ${enumerate(fieldNames, 'o')}`)
  }
  if (order !== undefined && order !== 'asc' && order !== 'desc') {
    throw new MalformedError('order es asc o desc')
  }
  return { ...filter, sort, order, page, perPage }
}

/** Reads a filter from the query of an address or from JSON. @throws MalformedError if a value is not valid */
export function readFilter(query: Record<string, unknown>): PilotFilter {
  const { search, modalidad, licencia, today } = query
  if (search !== undefined && typeof search !== 'string') throw new MalformedError('search va una sola vez')
  const problem = search === undefined ? undefined : checkSearch(search)
  if (problem) throw new MalformedError(problem)
  for (const [name, value] of Object.entries({ modalidad, licencia })) {
    if (value !== undefined && !isOption(name as Counted, value)) {
      throw new MalformedError(`${name} es una de: ${enumerate(fields[name as Counted].options, 'o')}`)
    }
  }
  return {
    search,
    modalidad: modalidad as string | undefined,
    licencia: licencia as string | undefined,
    since: today === '1' || today === true ? startOfDay().toISOString() : undefined,
  }
}

/** Reads the state of the list from its address. Ignores parameters that are not valid. */
export function readListView(query: URLSearchParams): ListView {
  const { search, modalidad, licencia, today, sort, order, page } = Object.fromEntries(query)
  return {
    search: search?.trim() || undefined,
    modalidad: isOption('modalidad', modalidad) ? modalidad : undefined,
    licencia: isOption('licencia', licencia) ? licencia : undefined,
    today: today === '1' || undefined,
    sort: isFieldName(sort) ? sort : undefined,
    order: isFieldName(sort) && order === 'desc' ? order : undefined,
    page: readInteger(page, Number.MAX_SAFE_INTEGER) ?? 1,
  }
}

/** Returns the filter of a view, without the order and the page. */
export function filterOf({ search, modalidad, licencia, today }: ListView): ListFilter {
  return { search, modalidad, licencia, today }
}

/** Returns true if the filter may exclude some pilots. */
export function isFiltered({ search, modalidad, licencia, today }: ListFilter): boolean {
  return Boolean(search || modalidad || licencia || today)
}

/**
 * Describes a number of pilots and their filter for people, such as
 * `3 pilotos de RALLY, licencia Anual, registrados hoy, con «rojas»`.
 */
export function describeFound(found: number, { search, modalidad, licencia, today }: ListFilter): string {
  const kinds = [
    modalidad && `de ${modalidad}`,
    licencia && `licencia ${licencia}`,
    today && (found === 1 ? 'registrado hoy' : 'registrados hoy'),
    search && `con «${search}»`,
  ].filter(Boolean)
  return [count(found, 'piloto'), kinds.join(', ')].join(' ').trim()
}

/** The number of all pilots, of pilots registered today, and of pilots with each option of two fields. */
export interface PilotCounts {
  total: number
  today: number
  modalidad: Record<string, number>
  licencia: Record<string, number>
}

type Counted = 'modalidad' | 'licencia'

function isOption(name: Counted, value: unknown): boolean {
  return fields[name].options.some((option) => option === value)
}

function isFieldName(name: unknown): name is FieldName {
  return fieldNames.includes(name as FieldName)
}

/** Reads an integer from `min` to `max`. Returns undefined without a value, and null if the value is not valid. */
export function readInteger(value: unknown, max: number, min = 1): number | null | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}
