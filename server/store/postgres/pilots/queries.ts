/** Lists pilots with SQL. */

import { cappedTotal, isRanked, type ListQuery, totalLimit } from '#domain/list-query'
import type { Pilot } from '#domain/pilot/pilot'
import { forgivingTerms, type SearchTerm, searchTerms } from '#domain/pilot/search'
import { bestRank, rankingOf } from '#domain/pilot/search-rank'
import type { PilotPage } from '../../contract/pilot-store.ts'
import type { Queryable } from '../connection/queryable.ts'
import {
  conditionsOf,
  conditionsOfFilter,
  deepPage,
  hasIndex,
  isDeep,
  isUnconditional,
  orderOf,
  pageOf,
  upTo,
  whereOf,
} from './list-sql.ts'
import { fromRow, pilotColumns } from './rows.ts'
import { conditionsOfTerms, hasGrams, newParameters, rankColumn } from './search-sql.ts'

export async function listPilots(database: Queryable, query: ListQuery = {}): Promise<PilotPage> {
  const terms = searchTerms(query.search)
  const exact = await listFound(database, query, terms)
  const forgiving = exact.total === 0 && !query.isExact && forgivingTerms(terms)
  if (!forgiving || (await isFound(database, query, terms))) return exact
  const found = await listFound(database, query, forgiving)
  return found.total === 0 ? found : { ...found, isApproximate: true }
}

/** The number of pilots among which a page of a capped list is looked for, in the order of the list. */
const walked = 20_000

/**
 * Lists the pilots that meet the terms and the filters. If the total may be capped and many pilots are found, not all
 * of them are visited: the page is often complete among the first pilots in the order of the list.
 */
async function listFound(
  database: Queryable,
  query: ListQuery,
  terms: readonly SearchTerm[],
): Promise<PilotPage> {
  const limit = totalLimit(query)
  if (limit === undefined || isUnconditional(query, terms)) return listAll(database, query, terms)
  if (hasGrams(terms) || (query.among && !query.among.isExcluded)) {
    // An index finds them. A walk would be slow if it had to pass many other pilots for each of them.
    const page = await listAll(database, query, terms, 2 * limit)
    if (!page.isTotalCapped) return { ...page, ...cappedTotal(page.total, limit) }
    const pilots = await walk(database, query, terms)
    if (pilots) return { pilots, ...cappedTotal(page.total + 1, limit) }
  } else {
    const pilots = await walk(database, query, terms)
    if (pilots) return { pilots, ...cappedTotal(await countAll(database, query, terms, limit), limit) }
  }
  const page = await listAll(database, query, terms)
  return { ...page, ...cappedTotal(page.total, limit) }
}

/**
 * Looks for a full page among the first `walked` pilots in the order of the list. In a ranked list it must consist of
 * pilots with the best possible rank. Returns undefined if the page is not full, or no index has the order.
 */
async function walk(
  database: Queryable,
  query: ListQuery,
  terms: readonly SearchTerm[],
): Promise<Pilot[] | undefined> {
  const { sort, order, perPage } = query
  if (!hasIndex(sort)) return undefined
  const { parameters, bind } = newParameters()
  const conditions = conditionsOf(query, terms, bind)
  const isByRank = terms.length > 0 && isRanked(query)
  if (isByRank) {
    const ranking = rankingOf(terms)
    conditions.push(`${rankColumn(ranking, bind)} = ${bestRank(ranking)}`)
  }
  const { all } = orderOf({ sort, order }, [], bind)
  const rows = await database.query(
    `SELECT ${pilotColumns.join(', ')} FROM (SELECT * FROM pilotos.pilots p ORDER BY ${all} LIMIT ${walked}) AS p
      WHERE ${conditions.join(' AND ')} ORDER BY ${all}${pageOf(query)}`,
    parameters,
  )
  return rows.length === perPage ? rows.map(fromRow) : undefined
}

/** Lists the pilots after it has visited all that are found, or the first `limit`: then the total is capped. */
async function listAll(
  database: Queryable,
  query: ListQuery,
  terms: readonly SearchTerm[],
  limit?: number,
): Promise<PilotPage> {
  const { parameters, bind } = newParameters()
  const where = whereOf(conditionsOf(query, terms, bind))
  const { column, all, directions } = orderOf(query, terms, bind)
  const page = pageOf(query)
  // The number of all pilots is stored; the number that a search finds is counted together with the page.
  const columns = pilotColumns.map((name) => `p.${name}`).join(', ')
  const text = where
    ? `WITH found AS MATERIALIZED (SELECT id, place, ${column} AS sorted FROM pilotos.pilots${where}${upTo(limit)}),
        page AS (SELECT id, place, sorted FROM found ORDER BY sorted${directions[0]}, place${directions[1]}${page})
      SELECT (SELECT count(*) FROM found), ${columns}
      FROM page JOIN pilotos.pilots p ON p.id = page.id ORDER BY page.sorted${directions[0]}, page.place${directions[1]}`
    : `SELECT (SELECT total FROM pilotos.state), ${columns}
      FROM ${isDeep(query) ? deepPage(query) : 'pilotos.pilots p'} ORDER BY ${all}${isDeep(query) ? '' : page}`
  const rows = await database.query(text, parameters)
  const [first] = rows
  const isFirstPage = (query.page ?? 1) === 1
  const counted = first ? Number(first[0]) : isFirstPage ? 0 : await countAll(database, query, terms, limit)
  return { pilots: rows.map(([, ...values]) => fromRow(values)), ...cappedTotal(counted, limit) }
}

/** Counts the found pilots, or if a limit is given at most one pilot more. */
async function countAll(
  database: Queryable,
  query: ListQuery,
  terms: readonly SearchTerm[],
  limit?: number,
): Promise<number> {
  const { parameters, bind } = newParameters()
  const where = whereOf(conditionsOf(query, terms, bind))
  const text = where
    ? `SELECT count(*) FROM (SELECT 1 FROM pilotos.pilots${where}${upTo(limit)}) AS found`
    : 'SELECT total FROM pilotos.state'
  const [[total] = []] = await database.query(text, parameters)
  return Number(total)
}

/** Returns true if a pilot that the filters exclude meets the terms. */
async function isFound(
  database: Queryable,
  query: ListQuery,
  terms: readonly SearchTerm[],
): Promise<boolean> {
  if (conditionsOfFilter(query, () => '').length === 0) return false
  const { parameters, bind } = newParameters()
  const where = whereOf(conditionsOfTerms(terms, bind))
  return (await database.query(`SELECT 1 FROM pilotos.pilots${where} LIMIT 1`, parameters)).length > 0
}
