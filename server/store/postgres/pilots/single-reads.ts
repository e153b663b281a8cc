/** Reads single pilots; reads that are requested at the same moment share one query. */
import DataLoader from 'dataloader'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { arrayOf, type Queryable } from '../connection/queryable.ts'
import { fromRow, pilotColumns } from './rows.ts'

const text = `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id = ANY($1::text[])`

/** Returns a loader that resolves to undefined if no pilot has the identifier. */
export function singleReads(database: Queryable): DataLoader<PilotId, Pilot | undefined> {
  return new DataLoader(
    async (ids) => {
      const rows = await database.query(text, [arrayOf(ids)])
      const found = new Map(rows.map((row) => [String(row[0]), fromRow(row)]))
      return ids.map((id) => found.get(id))
    },
    { cache: false, batchScheduleFn: setImmediate },
  )
}
