/** Finds the duplicates of a form and the clubs with SQL. */
import { frequentClubs, maxClubs } from '#domain/pilot/clubs'
import { type DuplicateQuery, type Duplicates, decideDuplicates, numberKey } from '#domain/pilot/duplicates'
import type { Parameter, Queryable } from '../connection/queryable.ts'
import { fromRow, original, pilotColumns } from './rows.ts'
import { sortKey } from './sort-key.ts'

/** The number of pilots that are read for each value: of those with one sort key, nearly all have the value too. */
const candidates = 20

/** Reads the pilots with the DNI or with the sort keys of the numbers, which have indexes. */
export async function findDuplicates(database: Queryable, query: DuplicateQuery): Promise<Duplicates> {
  const { dni, modalidad, except = '' } = query
  const parameters: Parameter[] = [except]
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  const parts: string[] = []
  const add = (condition: string) =>
    parts.push(
      `(SELECT place, ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE ${condition} AND id <> $1
        ORDER BY place LIMIT ${candidates})`,
    )
  if (dni !== undefined) add(`dni = ${bind(dni)}`)
  if (modalidad) {
    for (const name of ['npiloto', 'nlicencia'] as const) {
      const number = query[name]?.trim() ?? ''
      if (numberKey(number) === undefined) continue
      add(`${name}_key = ${bind(sortKey(number))} AND modalidad = ${bind(modalidad)}`)
    }
  }
  if (parts.length === 0) return {}
  const found = `SELECT * FROM (${parts.join(' UNION ALL ')}) AS found ORDER BY place`
  const rows = await database.query(found, parameters)
  return decideDuplicates(
    rows.map(([, ...values]) => fromRow(values)),
    query,
  )
}

export async function listClubs(database: Queryable): Promise<string[]> {
  const rows = await database.query(
    `SELECT club, count(*) FROM pilotos.pilots GROUP BY club ORDER BY count(*) DESC LIMIT ${maxClubs}`,
    [],
  )
  return frequentClubs(rows.map(([club, pilots]) => [original(String(club)), Number(pilots)]))
}
