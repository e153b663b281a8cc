/** Lists and counts pilots with SQL. */

import type { ListQuery } from '#domain/list-query'
import type { DniPattern } from '#domain/pilot/dni'
import { searchTerms } from '#domain/pilot/search'
import type { PilotCounts } from '#domain/web/schemas'
import { noPilots, type PilotPage } from '../../contract/pilot-store.ts'
import { arrayOf, type Parameter, type Queryable } from '../connection/database.ts'
import { gramsOfWord } from './grams.ts'
import { fromRow, orderColumn, pilotColumns, storable } from './rows.ts'

export async function listPilots(database: Queryable, query: ListQuery = {}): Promise<PilotPage> {
  const { parameters, conditions } = conditionsOf(query)
  const limit = pageOf(query)
  // The number of all pilots is stored; the number that a search finds is counted together with the page.
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const columns = pilotColumns.map((name) => `p.${name}`).join(', ')
  const text = where
    ? `WITH found AS MATERIALIZED (SELECT id, place, ${orderOf(query).column} AS sorted FROM pilotos.pilots ${where}),
        page AS (SELECT id, place, sorted FROM found ORDER BY ${directed('sorted, place', query)}${limit})
      SELECT (SELECT count(*) FROM found), ${columns}
      FROM page JOIN pilotos.pilots p ON p.id = page.id ORDER BY ${directed('page.sorted, page.place', query)}`
    : `SELECT (SELECT total FROM pilotos.state), ${columns}
      FROM pilotos.pilots p ORDER BY ${directed(orderOf(query).all, query)}${limit}`
  const rows = await database.query(text, parameters)
  const [first] = rows
  return {
    pilots: rows.map(([, ...values]) => fromRow(values)),
    total: first ? Number(first[0]) : await countAll(database, query),
  }
}

/** Counts the pilots for an empty page: after the last page, or if no pilot is found. */
async function countAll(database: Queryable, query: ListQuery): Promise<number> {
  const { parameters, conditions } = conditionsOf(query)
  const text =
    conditions.length > 0
      ? `SELECT count(*) FROM pilotos.pilots WHERE ${conditions.join(' AND ')}`
      : 'SELECT total FROM pilotos.state'
  const [[total] = []] = await database.query(text, parameters)
  return Number(total)
}

function conditionsOf({ search, modalidad, licencia, since, noPhoto, noCard }: ListQuery) {
  const parameters: Parameter[] = []
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  const terms = searchTerms(search)
  const plain = terms.filter(({ dni }) => !dni).map(({ word }) => word)
  const conditions = [
    ...conditionsOfWords(plain, bind),
    ...terms.flatMap(({ word, dni }) =>
      dni ? `(${all(conditionsOfWords([word], bind))} OR ${all(conditionsOfDni(dni, bind))})` : [],
    ),
    ...(modalidad ? [`modalidad = ${bind(modalidad)}`] : []),
    ...(licencia ? [`licencia = ${bind(licencia)}`] : []),
    ...(since ? [`since >= ${bind(since)}`] : []),
    ...(noPhoto ? ['photo IS NULL'] : []),
    ...(noCard ? ['card_at IS NULL'] : []),
  ]
  return { parameters, conditions }
}

type Bind = (value: Parameter) => string

function conditionsOfWords(words: readonly string[], bind: Bind): string[] {
  return [
    ...conditionOfGrams(words, bind),
    ...words.map((word) => `strpos(search, ${bind(storable(word))}) > 0`),
  ]
}

/** Also uses the index, because the search text contains the digits of the DNI. */
function conditionsOfDni({ digits, below }: DniPattern, bind: Bind): string[] {
  const position = `strpos(dni::text, ${bind(digits)})`
  const isThere = below === undefined ? [`${position} > 0`] : [`${position} = 1`, `dni < ${bind(below)}`]
  return [...conditionOfGrams([digits], bind), ...isThere]
}

/** Returns no condition if the words are too short for the index. */
function conditionOfGrams(words: readonly string[], bind: Bind): string[] {
  const grams = new Set(words.flatMap(gramsOfWord))
  return grams.size > 0 ? [`grams @> ${bind(arrayOf([...grams]))}::int4[]`] : []
}

function all(conditions: readonly string[]): string {
  return `(${conditions.join(' AND ')})`
}

/** Returns LIMIT and OFFSET as literals, because a generic plan for all pages would sort all pilots for the first. */
function pageOf({ page = 1, perPage }: ListQuery): string {
  if (!perPage) return page === 1 ? '' : ' LIMIT 0'
  const start = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  return ` LIMIT ${Math.trunc(perPage)} OFFSET ${Math.trunc(start)}`
}

function orderOf({ sort }: ListQuery): { column: string; all: string } {
  const column = sort ? orderColumn(sort) : 'place'
  return { column, all: sort ? `p.${column}, p.place` : 'p.place' }
}

function directed(columns: string, { sort, order }: ListQuery): string {
  const isDescending = order === 'desc' || (!sort && order !== 'asc')
  return isDescending ? columns.replaceAll(/(?=,|$)/g, ' DESC') : columns
}

export async function countPilots(database: Queryable, from: string): Promise<PilotCounts> {
  const rows = await database.query(
    `SELECT modalidad, licencia, count(*), count(CASE WHEN since >= $1 THEN 1 END),
        count(CASE WHEN photo IS NULL THEN 1 END), count(CASE WHEN card_at IS NULL THEN 1 END)
      FROM pilotos.pilots GROUP BY modalidad, licencia`,
    [from],
  )
  const counts = noPilots()
  for (const [modalidad, licencia, all, today, noPhoto, noCard] of rows) {
    counts.total += Number(all)
    counts.today += Number(today)
    counts.no_photo += Number(noPhoto)
    counts.no_card += Number(noCard)
    add(counts.modalidad, String(modalidad), Number(all))
    add(counts.licencia, String(licencia), Number(all))
  }
  return counts
}

function add(counts: Record<string, number>, name: string, more: number): void {
  counts[name] = (counts[name] ?? 0) + more
}
