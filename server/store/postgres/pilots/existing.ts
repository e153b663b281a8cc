/** Reads the stored pilots that the rows of an import name. */
import type { ImportRow } from '#domain/import/import'
import type { ExistingPilots } from '#domain/import/plan'
import { type Pilot, readDni } from '#domain/pilot/pilot'
import { type PilotId, readPilotId } from '#domain/pilot/pilot-id'
import { arrayOf, type Queryable } from '../connection/queryable.ts'
import { fromRow, pilotColumns } from './rows.ts'

/** The largest number of pilots in one query. */
const atOnce = 20_000

/** Returns the named pilots. `lock` prevents other transactions from changing them until this transaction ends. */
export async function readExisting(
  { query }: Queryable,
  rows: readonly ImportRow[],
  lock: boolean,
): Promise<ExistingPilots> {
  const byId = new Map<PilotId, Pilot>()
  const byDni = new Map<number, Pilot>()
  const revoked = new Set<PilotId>()
  const dnis = [...new Set(rows.flatMap(({ values }) => readDni(values.dni) ?? []))]
  const ids = [...new Set(rows.flatMap(({ values }) => readPilotId(String(values.id_driver ?? '')) ?? []))]

  async function find(condition: string, named: string): Promise<void> {
    const text = `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE ${condition} ORDER BY id${lock ? ' FOR UPDATE' : ''}`
    for (const values of await query(text, [named])) {
      const pilot = fromRow(values)
      byId.set(pilot.id, pilot)
      byDni.set(pilot.dni, pilot)
    }
  }
  for (const some of chunks(dnis)) await find('dni = ANY($1::bigint[])', arrayOf(some))
  for (const some of chunks(ids)) {
    await find('id = ANY($1::text[])', arrayOf(some))
    for (const [id] of await query('SELECT id FROM pilotos.revoked WHERE id = ANY($1::text[])', [
      arrayOf(some),
    ]))
      revoked.add(String(id))
  }
  return {
    byId: (id) => byId.get(id),
    byDni: (dni) => byDni.get(dni),
    isRevoked: (id) => revoked.has(id),
  }
}

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce)
}
