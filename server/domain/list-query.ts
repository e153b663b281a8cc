/** What a list is asked for: the words, the order and the page; and how a request says it. */
import { MalformedError } from './errors.ts'
import { type FieldName, fieldNames, fields } from './pilot/fields.ts'
import { checkSearch } from './pilot/search.ts'
import { startOfDay } from './text/date.ts'
import { count, enumerate } from './text/text.ts'

/** Which pilots are meant. */
export interface PilotFilter {
  /** Words, of which each must occur in a pilot, in any order. */
  search?: string
  /** Only those of this modalidad, of this licencia, and registered since this moment (ISO 8601, UTC). */
  modalidad?: string
  licencia?: string
  since?: string
}

export interface ListQuery extends PilotFilter {
  /** The field to order by; without one, the order of registration. */
  sort?: FieldName
  /** Ascending for a field, newest first without one, unless said. */
  order?: 'asc' | 'desc'
  /** From 1. */
  page?: number
  /** 1–200; without it, all. */
  perPage?: number
}

/** Which pilots are meant, as an address or an order says it. */
export interface ListFilter extends Omit<PilotFilter, 'since'> {
  /** Only those who were registered today. */
  today?: boolean
}

/** What the list shows, as its address says it. */
export interface ListView extends ListFilter, Pick<ListQuery, 'sort' | 'order' | 'page'> {}

/** The pilots of one page of the screen. */
export const pageSize = 25

const maxPerPage = 200

/** Reads the query of an address. @throws MalformedError */
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

/** Reads which pilots are meant, of an address or of JSON. @throws MalformedError */
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

/** Reads an address of the list; what no list can be asked for is left out. */
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

/** Without the order and the page. */
export function filterOf({ search, modalidad, licencia, today }: ListView): ListFilter {
  return { search, modalidad, licencia, today }
}

/** Whether some pilots may be left out. */
export function isFiltered({ search, modalidad, licencia, today }: ListFilter): boolean {
  return Boolean(search || modalidad || licencia || today)
}

/** How many pilots of which kind, for people: `3 pilotos de RALLY, licencia Anual, registrados hoy, con «rojas»`. */
export function describeFound(found: number, { search, modalidad, licencia, today }: ListFilter): string {
  const kinds = [
    modalidad && `de ${modalidad}`,
    licencia && `licencia ${licencia}`,
    today && (found === 1 ? 'registrado hoy' : 'registrados hoy'),
    search && `con «${search}»`,
  ].filter(Boolean)
  return [count(found, 'piloto'), kinds.join(', ')].join(' ').trim()
}

/** How many pilots there are, of all, registered today, and by the options of two fields. */
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

/** Undefined where nothing is given, null where it is no integer from `min` to `max`. */
export function readInteger(value: unknown, max: number, min = 1): number | null | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}
