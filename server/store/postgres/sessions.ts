/** The sessions in PostgreSQL: who has signed in at one desk is known at all. Kept as hashes: a copy of them opens nothing. */
import { createHash, randomBytes } from 'node:crypto'
import { type SessionStore, sessionSeconds } from '../session-store.ts'
import type { Database } from './database.ts'

export function openSessionTable(database: Database): SessionStore {
  return {
    async start(user) {
      const id = randomBytes(24).toString('base64url')
      await database.query('DELETE FROM pilotos.sessions WHERE expires < now()')
      await database.query(
        `INSERT INTO pilotos.sessions (hash, account, expires)
          VALUES ($1, $2, now() + interval '${sessionSeconds} seconds') ON CONFLICT DO NOTHING`,
        [hashOf(id), user],
      )
      return id
    },

    async find(id) {
      const [row] = await database.query(
        'SELECT account FROM pilotos.sessions WHERE hash = $1 AND expires > now()',
        [hashOf(id)],
      )
      return row && String(row[0])
    },

    async end(id) {
      await database.query('DELETE FROM pilotos.sessions WHERE hash = $1', [hashOf(id)])
    },
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
