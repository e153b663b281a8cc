/** The sessions in PostgreSQL: valid on every laptop, and stored as hashes, so that a copy of them opens nothing. */
import { createHash, randomBytes } from 'node:crypto'
import { type SessionStore, sessionSeconds } from '../contract/session-store.ts'
import { SessionEndings } from '../session-endings.ts'
import type { ChangeFeed } from './change-feed.ts'
import { arrayOf, type Database } from './connection/database.ts'

/** The next poll of the change feed notices a session that expired or was ended by another laptop or a command. */
export function openSessionTable(database: Database, changes: ChangeFeed): SessionStore {
  const endings = new SessionEndings()
  changes.onPoll(async () => {
    const { sessions } = endings
    if (sessions.length === 0) return
    const rows = await database.query(
      'SELECT hash FROM pilotos.sessions WHERE hash = ANY($1::text[]) AND expires > now()',
      [arrayOf(sessions)],
    )
    const all = new Set(rows.map(([hash]) => String(hash)))
    for (const hash of sessions) if (!all.has(hash)) endings.notify(hash)
  })
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
      endings.notify(hashOf(id))
    },

    onEnd: (id, listener) => endings.onEnd(hashOf(id), listener),
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
