/** Rewrites what stored pilots are searched by, after a change of the search text or of its grams. */
import type { Parameter, Transaction } from '../connection/queryable.ts'
import { firstColumns, fromRow, searchColumns, searchValues } from './rows.ts'

/** The number of pilots in one statement. */
const atOnce = 1000

/** Rewrites the search columns of all pilots, and blocks other writes until the end of the transaction. */
export async function rewriteSearch({ query }: Transaction): Promise<void> {
  // Every write updates this row. A pilot that an older program adds meanwhile would not be found.
  await query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
  const sets = searchColumns.map((name) => `${name} = v.${name}`).join(', ')
  for (let last = ''; ; ) {
    const rows = await query(
      `SELECT ${firstColumns.join(', ')} FROM pilotos.pilots WHERE id > $1 ORDER BY id LIMIT ${atOnce}`,
      [last],
    )
    const pilots = rows.map(fromRow)
    if (pilots.length === 0) return
    const parameters: Parameter[] = []
    const bind = (value: Parameter, type: string) => `$${parameters.push(value)}::${type}`
    const values = pilots.map((pilot) => {
      const [text = null, grams = null] = searchValues(pilot)
      return `(${bind(pilot.id, 'text')}, ${bind(text, 'text')}, ${bind(grams, 'int4[]')})`
    })
    await query(
      `UPDATE pilotos.pilots AS p SET ${sets}
        FROM (VALUES ${values.join(', ')}) AS v (id, ${searchColumns.join(', ')}) WHERE p.id = v.id`,
      parameters,
    )
    last = pilots.at(-1)?.id ?? ''
  }
}
