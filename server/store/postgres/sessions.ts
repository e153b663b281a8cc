/** The sessions in PostgreSQL: valid on every laptop, and stored as hashes, so that a copy of them opens nothing. */
import { maxSessionsOfAccount, type SessionStore, sessionSeconds } from '../contract/session-store.ts'
import { SessionEndings } from '../session-endings.ts'
import { hashOfSession, newSessionId } from '../session-ids.ts'
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
    async start({ user }) {
      const id = newSessionId()
      await database.query('DELETE FROM pilotos.sessions WHERE expires < now()')
      await database.query(
        `INSERT INTO pilotos.sessions (hash, account, expires)
          VALUES ($1, $2, now() + interval '${sessionSeconds} seconds') ON CONFLICT DO NOTHING`,
        [hashOfSession(id), user],
      )
      await database.query(
        `DELETE FROM pilotos.sessions WHERE hash IN (SELECT hash FROM pilotos.sessions
          WHERE account = $1 ORDER BY expires DESC OFFSET ${maxSessionsOfAccount})`,
        [user],
      )
      return id
    },

    async find(id) {
      const [row] = await database.query(
        'SELECT account FROM pilotos.sessions WHERE hash = $1 AND expires > now()',
        [hashOfSession(id)],
      )
      return row && String(row[0])
    },

    async end(id) {
      await database.query('DELETE FROM pilotos.sessions WHERE hash = $1', [hashOfSession(id)])
      endings.notify(hashOfSession(id))
    },

    onEnd: (id, listener) => endings.onEnd(hashOfSession(id), listener),
  }
}
