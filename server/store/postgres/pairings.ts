/** The pairings in PostgreSQL: any laptop can pair the phone that scans the code of another. */
import { keptPairing, type PairingStore } from '../contract/account-store.ts'
import type { Database } from './connection/database.ts'

export function openPairingTable(database: Database): PairingStore {
  return {
    async add({ hash, gate, expires }) {
      const oldest = new Date(Date.now() - keptPairing).toISOString()
      await database.change('DELETE FROM pilotos.pairings WHERE expires < $1', [oldest])
      await database.change(
        'INSERT INTO pilotos.pairings (hash, gate, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [hash, gate, expires],
      )
    },

    async find(hash) {
      const [row] = await database.query(
        'SELECT gate, expires, account FROM pilotos.pairings WHERE hash = $1',
        [hash],
      )
      if (!row) return undefined
      const [gate, expires, account] = row
      return {
        hash,
        gate: String(gate),
        expires: String(expires),
        ...(account !== null && { account: String(account) }),
      }
    },

    async use(hash, account) {
      // The condition accepts the row of an earlier attempt.
      const rows = await database.change(
        `UPDATE pilotos.pairings SET account = $2 WHERE hash = $1 AND (account IS NULL OR account = $2)
          RETURNING hash`,
        [hash, account],
      )
      return rows.length > 0
    },

    async remove(hash) {
      await database.change('DELETE FROM pilotos.pairings WHERE hash = $1 AND account IS NULL', [hash])
    },
  }
}
