/** What a list is asked for: the words, the order and the page; and how a request says it. */

import { startOfDay } from './date.ts'
import { MalformedError } from './errors.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import { enumerate } from './text.ts'

export interface ListQuery {
  /** Words, of which each must occur in a pilot, in any order. */
  search?: string
  /** Only those of this modalidad, of this licencia, and registered since this moment (ISO 8601, UTC). */
  modalidad?: string
  licencia?: string
  since?: string
  /** The field to order by; without one, the order of registration. */
  sort?: FieldName
  /** Ascending for a field, newest first without one, unless said. */
  order?: 'asc' | 'desc'
  /** From 1. */
  page?: number
  /** 1–200; without it, all. */
  perPage?: number
}

/** The pilots of one page of the screen. */
export const pageSize = 25

const maxPerPage = 200

/** Reads the query of an address. @throws MalformedError */
export function readListQuery(query: Record<string, unknown>): ListQuery {
  const { search, sort, order } = query
  const page = readInteger(query.page, Number.MAX_SAFE_INTEGER)
  const perPage = readInteger(query.per_page, maxPerPage)
  if (search !== undefined && typeof search !== 'string') throw new MalformedError('search va una sola vez')
  if (page === null) throw new MalformedError('page es un número entero desde 1')
  if (perPage === null) throw new MalformedError(`per_page es un número entero de 1 a ${maxPerPage}`)
  if (sort !== undefined && !isFieldName(sort)) {
    throw new MalformedError(`sort es uno de: ${enumerate(fieldNames, 'o')}`)
  }
  if (order !== undefined && order !== 'asc' && order !== 'desc') {
    throw new MalformedError('order es asc o desc')
  }
  const { modalidad, licencia, today } = query
  for (const [name, value] of Object.entries({ modalidad, licencia })) {
    if (value !== undefined && !isOption(name as Counted, value)) {
      throw new MalformedError(`${name} es una de: ${enumerate(fields[name as Counted].options, 'o')}`)
    }
  }
  const since = today === '1' ? startOfDay().toISOString() : undefined
  return {
    search,
    modalidad: modalidad as string | undefined,
    licencia: licencia as string | undefined,
    since,
    sort,
    order,
    page,
    perPage,
  }
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
