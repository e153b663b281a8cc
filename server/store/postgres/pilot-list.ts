/** Lists, searches and counts pilots with SQL. */
import {
  cappedTotal,
  type EntryFilter,
  isRanked,
  type ListQuery,
  type PilotFilter,
  totalLimit,
} from '#domain/list-query'
import { readDocument } from '#domain/pilot/document'
import {
  type DuplicateQuery,
  type Duplicates,
  decideDuplicates,
  frequentClubs,
  maxClubs,
  wantedValues,
} from '#domain/pilot/duplicates'
import { type FieldName, kindOf, modalidadNames } from '#domain/pilot/fields'
import { fewestSharing, findInvented, type InventedValue, inventedFields } from '#domain/pilot/invented'
import { latestAdultBirthday, noValueStart } from '#domain/pilot/pilot'
import type { DniPattern } from '#domain/pilot/rules'
import { readPerson } from '#domain/pilot/same-person'
import { forgivingTerms, type SearchTerm, searchTerms, similarParts } from '#domain/pilot/search'
import { type Ranking, type RankTest, rankingOf } from '#domain/pilot/search-rank'
import { inventedNumbers } from '#domain/pilot/unlikely'
import { addGroup, groupFilter, noCounts } from '#domain/pilot-counts'
import { today } from '#domain/text/date'
import { fold } from '#domain/text/text'
import { ruleOf, type ValidityRule } from '#domain/validity/rules'
import { type DateComparison, type StatusBasis, statusCases } from '#domain/validity/status'
import type { PilotCounts } from '#domain/web/pilot-schemas'
import type { PilotPage } from '../contract/pilot-store.ts'
import { arrayOf, type Parameter, type Queryable } from './connection/database.ts'
import { entryPattern, original, pilotColumns, pilotOf, sortedTexts, storable } from './pilot-rows.ts'

/** A query, with the invented values if its filter asks for them. */
interface PreparedQuery extends ListQuery {
  values?: readonly InventedValue[]
}

export async function listPilots(database: Queryable, query: PreparedQuery = {}): Promise<PilotPage> {
  const terms = searchTerms(query.search)
  const exact = await listFound(database, query, terms)
  const forgiving = exact.total === 0 && !query.isExact && forgivingTerms(terms)
  if (!forgiving || (await isFoundWithoutFilter(database, query, terms))) return exact
  const found = await listFound(database, query, forgiving)
  return found.total === 0 ? found : { ...found, isApproximate: true }
}

/** Lists a page of the pilots that meet the terms and the filters. Stops counting after a total that may be capped. */
async function listFound(
  database: Queryable,
  query: PreparedQuery,
  terms: readonly SearchTerm[],
): Promise<PilotPage> {
  const { parameters, bind } = newParameters()
  const where = whereOf([...conditionsOfTerms(terms, bind), ...conditionsOfFilter(query, bind)])
  const limit = where ? totalLimit(query) : undefined
  const { column, direction, ties } = orderOf(query, terms, bind)
  // A search reads all that it finds once, for the rank. A filter may stop early, at the end of the page and the count.
  const isWhole = terms.length > 0 ? 'MATERIALIZED' : 'NOT MATERIALIZED'
  const total = where
    ? `SELECT count(*) AS total FROM (SELECT 1 FROM found${limit ? ` LIMIT ${limit + 1}` : ''}) AS counted`
    : 'SELECT total FROM pilotos.state'
  const rows = await database.query(
    `WITH found AS ${isWhole} (SELECT id, place, ${column} AS sorted FROM pilotos.pilots${where}),
      page AS (SELECT * FROM found ORDER BY sorted${direction} NULLS LAST, place${ties}${pageOf(query)})
      SELECT total, ${pilotColumns.join(', ')}
      FROM (${total}) AS total LEFT JOIN (page JOIN pilotos.pilots p USING (id, place)) ON true
      ORDER BY sorted${direction} NULLS LAST, place${ties}`,
    parameters,
  )
  const found = rows.filter(([, id]) => id !== null).map(([, ...values]) => pilotOf(values))
  return { pilots: found, ...cappedTotal(Number(rows[0]?.[0]), limit) }
}

/** Returns true if a pilot that the filters exclude meets the terms. */
async function isFoundWithoutFilter(
  database: Queryable,
  query: PreparedQuery,
  terms: readonly SearchTerm[],
): Promise<boolean> {
  return conditionsOfFilter(query, () => '').length > 0 && isFound(database, terms)
}

/** Returns true if a pilot meets the terms. */
async function isFound(database: Queryable, terms: readonly SearchTerm[]): Promise<boolean> {
  const { parameters, bind } = newParameters()
  const where = whereOf(conditionsOfTerms(terms, bind))
  return (await database.query(`SELECT 1 FROM pilotos.pilots${where} LIMIT 1`, parameters)).length > 0
}

export async function countPilots(
  database: Queryable,
  from: string,
  basis: StatusBasis,
  values: readonly InventedValue[],
  filter: PilotFilter,
  event: string,
): Promise<PilotCounts> {
  const exact = searchTerms(filter.search)
  const forgiving = forgivingTerms(exact)
  const terms = forgiving && !(await isFound(database, exact)) ? forgiving : exact
  const { parameters, bind } = newParameters()
  const isInvented = needsReview(values, bind)
  const query = { ...groupFilter(filter), ...(filter.invented && { values }) }
  const where = whereOf([...conditionsOfTerms(terms, bind), ...conditionsOfFilter(query, bind)])
  const entered = (entry: EntryFilter) =>
    `count(CASE WHEN entries LIKE ${bind(entryPattern(entry))} THEN 1 END)`
  const rows = await database.query(
    `SELECT total, groups.* FROM pilotos.state LEFT JOIN (
      SELECT modalidad, licencia, status, count(*), count(CASE WHEN since >= ${bind(from)} THEN 1 END),
        count(CASE WHEN photo IS NULL THEN 1 END), count(CASE WHEN card_at IS NULL THEN 1 END),
        count(CASE WHEN is_invented THEN 1 END), ${entered({ event })},
        ${modalidadNames.map((modalidad) => entered({ event, modalidad })).join(', ')}
      FROM (SELECT modalidad, licencia, since, photo, card_at, entries, ${isInvented} AS is_invented,
          ${statusColumn(basis, bind)} AS status FROM pilotos.pilots${where}) AS p
      GROUP BY modalidad, licencia, status) AS groups ON true`,
    parameters,
  )
  const counts = noCounts(Number(rows[0]?.[0]))
  for (const [, modalidad, licencia, status, ...numbers] of rows) {
    if (modalidad === null) continue
    const [pilots = 0, today = 0, noPhoto = 0, noCard = 0, invented = 0, listed = 0, ...each] =
      numbers.map(Number)
    const entries = Object.fromEntries(
      modalidadNames.map((name, index) => [name, each[index] ?? 0] as const).filter(([, found]) => found > 0),
    )
    const kinds = { modalidad: String(modalidad), licencia: String(licencia), status: String(status) }
    const found = { today, no_photo: noPhoto, no_card: noCard, invented, entered: listed, entries }
    addGroup(counts, { pilots, ...found, ...kinds }, filter)
  }
  return counts
}

export async function listClubs(database: Queryable): Promise<string[]> {
  const rows = await database.query(
    `SELECT club, count(*) FROM pilotos.pilots WHERE club IS NOT NULL GROUP BY club ORDER BY count(*) DESC LIMIT ${maxClubs}`,
  )
  return frequentClubs(rows.map(([club, pilots]) => [original(String(club)), Number(pilots)]))
}

/** Returns the values that are to be reviewed, the most frequent first: see `findInvented`. */
export async function listInvented(database: Queryable): Promise<InventedValue[]> {
  const { parameters, bind } = newParameters()
  const queries = inventedFields.map(
    (name) => `SELECT ${bind(name)}::text, ${name}::text, count(*),
        array_to_string((array_agg(DISTINCT coalesce(club, id)))[1:${mostSpellings}], chr(31))
      FROM pilotos.pilots WHERE ${name} IS NOT NULL GROUP BY ${name}
      HAVING count(*) >= ${fewestSharing} OR ${mayBeInvented(name, bind)}`,
  )
  const rows = await database.query(queries.join(' UNION ALL '), parameters)
  return findInvented(
    rows.map(([name, value, pilots, clubs]) => {
      const field = name as FieldName
      const text = original(String(value))
      return {
        field,
        value: kindOf(field) === 'integer' ? Number(text) : text,
        pilots: Number(pilots),
        isOfOneClub: new Set(String(clubs).split('\u001f').map(fold)).size === 1,
      }
    }),
  )
}

/** The most spellings of one club that are compared. More names are several clubs. */
const mostSpellings = 9

/** Returns a condition that the invented values of a field meet, and few others. */
function mayBeInvented(name: FieldName, bind: Bind): string {
  if (kindOf(name) === 'integer') return `${name} = ANY(${bind(arrayOf([...inventedNumbers]))}::bigint[])`
  return `lower(${name}) ~ ${bind(noValueStart.source)}`
}

/** Reads the first pilot with the document, the first with each shared value, and those with the birth date. */
export async function findDuplicates(database: Queryable, query: DuplicateQuery): Promise<Duplicates> {
  const { except = '' } = query
  const { parameters, bind } = newParameters()
  const conditions: string[] = []
  const document = readDocument(query)
  if (document) {
    const { dni, tipodoc = null, documento = null } = document
    conditions.push(
      dni === null
        ? `(tipodoc, documento) = (${bind(tipodoc)}::text, ${bind(documento)}::text)`
        : `dni = ${bind(dni)}`,
    )
  }
  for (const { name, key, modalidad } of wantedValues(query)) {
    const within = modalidad === undefined ? '' : `modalidad = ${bind(modalidad)} AND `
    conditions.push(`${within}${name}::text ~* ${bind(patternOfKey(key))}`)
  }
  const person = readPerson(query)
  if (conditions.length === 0 && !person) return {}
  const other = `id <> ${bind(except)}`
  const first = conditions.map(
    (condition) => `(SELECT id FROM pilotos.pilots WHERE ${condition} AND ${other} ORDER BY place LIMIT 1)`,
  )
  const wanted = [
    ...(first.length > 0 ? [`id IN (${first.join(', ')})`] : []),
    ...(person ? [`fechanac = ${bind(person.fechanac)} AND ${other}`] : []),
  ]
  const rows = await database.query(
    `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE ${wanted.join(' OR ')} ORDER BY place`,
    parameters,
  )
  return decideDuplicates(rows.map(pilotOf), query)
}

/** The characters that nobody sees and that an earlier version may have stored in a number. */
const unseen = '[\\u0080-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]*'

/** Returns the regular expression of the numbers with a key: see `numberKey`. */
function patternOfKey(key: string): string {
  const characters = (key.match(/\d+|./gu) ?? []).map((one) => {
    if (/\d/.test(one)) return `0*${[...one].join(unseen)}`
    if (one === ' ') return '\\s'
    const forms = [one, one.normalize('NFD')].map((form) => form.replace(/[\^$\\.*+?()[\]{}|]/g, '\\$&'))
    return forms[0] === forms[1] ? forms[0] : `(?:${forms.join('|')})`
  })
  return `^\\s*${['', ...characters, ''].join(unseen)}\\s*$`
}

/** Adds a parameter to a statement and returns its placeholder. */
type Bind = (value: Parameter) => string

function newParameters(): { parameters: Parameter[]; bind: Bind } {
  const parameters: Parameter[] = []
  return { parameters, bind: (value) => `$${parameters.push(value)}` }
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

function conditionsOfFilter(
  { modalidad, licencia, status, since, noPhoto, noCard, values, enteredIn, among }: PreparedQuery,
  bind: Bind,
): string[] {
  return [
    ...(modalidad ? [`modalidad = ${bind(modalidad)}`] : []),
    ...(licencia ? [`licencia = ${bind(licencia)}`] : []),
    ...(status ? [`${statusColumn(status, bind)} = ${bind(status.kind)}`] : []),
    ...(since ? [`since >= ${bind(since)}`] : []),
    ...(noPhoto ? ['photo IS NULL'] : []),
    ...(noCard ? ['card_at IS NULL'] : []),
    ...(values ? [needsReview(values, bind)] : []),
    ...(enteredIn ? [`entries LIKE ${bind(entryPattern(enteredIn))}`] : []),
    ...(among ? [`${among.isExcluded ? 'NOT ' : ''}id = ANY(${bind(arrayOf(among.ids))}::text[])`] : []),
  ]
}

/** Returns the condition that a pilot has one of the values, or is a minor without a guardian: see `needsReview`. */
function needsReview(values: readonly InventedValue[], bind: Bind): string {
  const isMinor = `fechanac > ${bind(latestAdultBirthday(today()))}`
  return `(${hasAnyOf(values, bind)} OR (${isMinor} AND apoderado IS NULL AND consent_guardian IS NULL))`
}

/** Returns the condition that a pilot has one of the values. */
function hasAnyOf(values: readonly InventedValue[], bind: Bind): string {
  const conditions = inventedFields.flatMap((name) => {
    const found = values.filter(({ field }) => field === name)
    if (found.length === 0) return []
    const isNumber = kindOf(name) === 'integer'
    const texts = found.map(({ value }) => (isNumber ? value : quoted(String(value))))
    return `${name} = ANY(${bind(arrayOf(texts))}::${isNumber ? 'bigint' : 'text'}[])`
  })
  return conditions.length > 0 ? `(${conditions.join(' OR ')})` : 'false'
}

/** Quotes an element of an array (PostgreSQL 15, section 8.15.6). */
function quoted(text: string): string {
  return `"${storable(text).replace(/["\\]/g, '\\$&')}"`
}

/** Returns an expression for the kind of a pilot's status. */
function statusColumn({ rules, day }: StatusBasis, bind: Bind): string {
  const decide = (rule: ValidityRule) => {
    const cases = statusCases(rule, day).map(({ kind, when }) => {
      const conditions = when.map((one) => comparison(one, bind)).join(' AND ')
      return `WHEN ${conditions || 'true'} THEN '${kind}'`
    })
    return `CASE ${cases.join(' ')} END`
  }
  const named = Object.entries(rules).map(
    ([licence, rule]) => `WHEN licencia = ${bind(licence)} THEN ${decide(rule)}`,
  )
  return `CASE ${named.join(' ')} ELSE ${decide(ruleOf(rules, ''))} END`
}

function comparison({ name, sign, date }: DateComparison, bind: Bind): string {
  return sign === 'absent' ? `${name} IS NULL` : `${name} ${sign} ${bind(date)}`
}

/** Returns the column or expression to sort by, its direction, and that of pilots who are equal by it. */
function orderOf(
  query: ListQuery,
  terms: readonly SearchTerm[],
  bind: Bind,
): { column: string; direction: string; ties: string } {
  const { sort, order } = query
  if (terms.length > 0 && isRanked(query))
    return { column: rankColumn(rankingOf(terms), bind), direction: '', ties: ' DESC' }
  const direction = order === 'desc' || (!sort && order !== 'asc') ? ' DESC' : ''
  const collation = sort && sortedTexts.includes(sort) ? ' COLLATE pilotos.spanish' : ''
  return { column: `${sort ?? 'place'}${collation}`, direction, ties: direction }
}

/** Returns LIMIT and OFFSET as literals, because a generic plan for all pages would sort all pilots for the first. */
function pageOf({ page = 1, perPage }: ListQuery): string {
  if (!perPage) return page === 1 ? '' : ' LIMIT 0'
  const start = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  return ` LIMIT ${Math.trunc(perPage)} OFFSET ${Math.trunc(start)}`
}

function conditionsOfTerms(terms: readonly SearchTerm[], bind: Bind): string[] {
  return terms.map(({ word, code, dni, similar }) => {
    const ways = [
      contains(word, bind),
      ...(code ? [contains(code.marked, bind)] : []),
      ...(dni ? [startsDni(dni, bind)] : []),
      ...(similar ? [isSimilar(word, similar, bind)] : []),
    ]
    return ways.length > 1 ? `(${ways.join(' OR ')})` : ways.join('')
  })
}

/** The search text contains the digits of the DNI too, so that an index helps. */
function startsDni({ digits, below }: DniPattern, bind: Bind): string {
  return `(${contains(digits, bind)} AND strpos(dni::text, ${bind(digits)}) = 1 AND dni < ${bind(below)})`
}

/** Compares few texts with the pattern, which takes much longer than a LIKE. */
function isSimilar(word: string, pattern: RegExp, bind: Bind): string {
  const parts = similarParts(word).map((part) => like(part, bind))
  return `((${parts.join(' OR ')}) AND ${matches(pattern, bind)})`
}

/** Returns the condition that the search text contains a text. An index of trigrams is of use only for three letters. */
function contains(text: string, bind: Bind): string {
  return /[a-z\d]{3}/.test(text) ? like(text, bind) : has(text, bind)
}

function like(text: string, bind: Bind): string {
  return `search LIKE ${bind(`%${storable(text).replace(/[\\%_]/g, '\\$&')}%`)}`
}

function matches({ source }: RegExp, bind: Bind): string {
  return `search ~ ${bind(source)}`
}

/** Returns an expression for the rank of a row: see `rankOf`. */
function rankColumn({ whole, words }: Ranking, bind: Bind): string {
  const sum = words
    .map(({ tests, otherwise }) => {
      const branches = tests.map((test) => `WHEN ${holds(test, bind)} THEN ${test.level}`)
      return `CASE ${branches.join(' ')} ELSE ${otherwise} END`
    })
    .join(' + ')
  return whole ? `CASE WHEN ${has(whole, bind)} THEN 0 ELSE ${sum} END` : sum
}

function holds(test: RankTest, bind: Bind): string {
  if ('has' in test) return has(test.has, bind)
  return 'lacks' in test ? `NOT ${has(test.lacks, bind)}` : matches(test.matches, bind)
}

function has(text: string, bind: Bind): string {
  return `strpos(search, ${bind(storable(text))}) > 0`
}
