/** Counts pilots with SQL. */
import type { StatusBasis } from '#domain/validity/status'
import type { PilotCounts } from '#domain/web/schemas'
import { noPilots } from '../../contract/pilot-store.ts'
import type { Queryable } from '../connection/queryable.ts'
import { newParameters } from './search-sql.ts'
import { statusColumn } from './status-sql.ts'

export async function countPilots(
  database: Queryable,
  from: string,
  basis: StatusBasis,
): Promise<PilotCounts> {
  const { parameters, bind } = newParameters()
  const rows = await database.query(
    `SELECT modalidad, licencia, status, count(*), count(CASE WHEN since >= ${bind(from)} THEN 1 END),
        count(CASE WHEN photo IS NULL THEN 1 END), count(CASE WHEN card_at IS NULL THEN 1 END)
      FROM (SELECT modalidad, licencia, since, photo, card_at, ${statusColumn(basis, bind)} AS status
        FROM pilotos.pilots) AS p GROUP BY modalidad, licencia, status`,
    parameters,
  )
  const counts = noPilots()
  for (const [modalidad, licencia, status, all, today, noPhoto, noCard] of rows) {
    counts.total += Number(all)
    counts.today += Number(today)
    counts.no_photo += Number(noPhoto)
    counts.no_card += Number(noCard)
    add(counts.status, String(status), Number(all))
    add(counts.modalidad, String(modalidad), Number(all))
    add(counts.licencia, String(licencia), Number(all))
  }
  return counts
}

function add(counts: Record<string, number>, name: string, more: number): void {
  counts[name] = (counts[name] ?? 0) + more
}
