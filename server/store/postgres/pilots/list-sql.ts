/** The parts of the statements that list pilots: their conditions, order and page. */

import { isRanked, type ListQuery } from '#domain/list-query'
import type { SearchTerm } from '#domain/pilot/search'
import { rankingOf } from '#domain/pilot/search-rank'
import { arrayOf } from '../connection/queryable.ts'
import { indexedSorts, orderColumn } from './rows.ts'
import { type Bind, conditionsOfTerms, rankColumn } from './search-sql.ts'
import { statusColumn } from './status-sql.ts'

/** Returns the LIMIT that visits one pilot more than a total that may be capped. */
export function upTo(limit?: number): string {
  return limit === undefined ? '' : ` LIMIT ${limit + 1}`
}

export function isUnconditional(query: ListQuery, terms: readonly SearchTerm[]): boolean {
  return conditionsOf(query, terms, () => '').length === 0
}

export function conditionsOf(query: ListQuery, terms: readonly SearchTerm[], bind: Bind): string[] {
  return [...conditionsOfTerms(terms, bind), ...conditionsOfFilter(query, bind)]
}

export function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

export function conditionsOfFilter(
  { modalidad, licencia, status, since, noPhoto, noCard, among }: ListQuery,
  bind: Bind,
): string[] {
  return [
    ...(modalidad ? [`modalidad = ${bind(modalidad)}`] : []),
    ...(licencia ? [`licencia = ${bind(licencia)}`] : []),
    ...(status ? [`${statusColumn(status, bind)} = ${bind(status.kind)}`] : []),
    ...(since ? [`since >= ${bind(since)}`] : []),
    ...(noPhoto ? ['photo IS NULL'] : []),
    ...(noCard ? ['card_at IS NULL'] : []),
    ...(among ? [`${among.isExcluded ? 'NOT ' : ''}id = ANY(${bind(arrayOf(among.ids))}::text[])`] : []),
  ]
}

/** Returns LIMIT and OFFSET as literals, because a generic plan for all pages would sort all pilots for the first. */
export function pageOf({ page = 1, perPage }: ListQuery): string {
  if (!perPage) return page === 1 ? '' : ' LIMIT 0'
  const start = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  return ` LIMIT ${Math.trunc(perPage)} OFFSET ${Math.trunc(start)}`
}

/** Returns the column or expression to sort by, the order of a list of all pilots, and the direction of both columns. */
export function orderOf(
  query: ListQuery,
  terms: readonly SearchTerm[],
  bind: Bind,
): { column: string; all: string; directions: [string, string] } {
  const { sort, order } = query
  if (terms.length > 0 && isRanked(query))
    return { column: rankColumn(rankingOf(terms), bind), all: '', directions: ['', ' DESC'] }
  const column = sort ? orderColumn(sort) : 'place'
  const direction = order === 'desc' || (!sort && order !== 'asc') ? ' DESC' : ''
  const all = [...(sort ? [`p.${column}`] : []), 'p.place'].map((name) => name + direction).join(', ')
  return { column, all, directions: [direction, direction] }
}

/** The number of pilots before a page from which a page is deep. */
const deep = 1000

/** Returns true if many rows are skipped for a page of all pilots, in an order that an index has. */
export function isDeep({ sort, page = 1, perPage = 0 }: ListQuery): boolean {
  return (page - 1) * perPage >= deep && hasIndex(sort)
}

/** Returns true if an index has the order of a list. */
export function hasIndex(sort: ListQuery['sort']): boolean {
  return !sort || indexedSorts.includes(sort)
}

/** Returns the rows of a deep page as `p`. The skipped rows are read from the index alone. */
export function deepPage(query: ListQuery): string {
  const { all } = orderOf(query, [], () => '')
  const columns = [...(query.sort ? [`p.${orderColumn(query.sort)}`] : []), 'p.place'].join(', ')
  return `(SELECT ${columns} FROM pilotos.pilots p ORDER BY ${all}${pageOf(query)}) AS page
        JOIN pilotos.pilots p ON p.place = page.place`
}
