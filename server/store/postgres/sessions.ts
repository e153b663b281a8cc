/** The sessions in PostgreSQL: valid on every laptop, and stored as hashes, so that a copy of them opens nothing. */
import { isRole, type Role } from '#domain/web/roles'
import {
  maxSessionsOfAccount,
  roleOf,
  type SessionStore,
  seenPrecision,
  sessionSeconds,
} from '../contract/account-store.ts'
import { hashOfSession, newSessionId, SessionEndings } from '../shared/sessions.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database } from './connection/database.ts'
import { arrayOf } from './connection/queryable.ts'

/** A session without an account has ended: the account may be removed while a session of it starts. */
const found = 'FROM pilotos.sessions s JOIN pilotos.accounts a ON a.name = s.account WHERE s.expires > now()'

/** The next poll of the change feed notices a session that ended, or got another role, by another program. */
export function openSessionTable(database: Database, changes: ChangeFeed): SessionStore {
  /** The keys are the hash of a session and the role that it had: see `keyOf`. */
  const endings = new SessionEndings()
  /** The sessions whose last request is being stored. */
  const noting = new Set<string>()
  changes.onPoll(async () => {
    const keys = endings.sessions
    if (keys.length === 0) return
    const rows = await database.query(`SELECT s.hash, a.role ${found} AND s.hash = ANY($1::text[])`, [
      arrayOf(keys.map(hashOf)),
    ])
    const current = new Set(rows.map(([hash, role]) => keyOf(String(hash), readRole(role))))
    for (const key of keys) if (!current.has(key)) endings.notify(key)
  })
  /** Stores the time without a wait, so that requests that only read need no database that can write. */
  function noteRequest(hash: string): void {
    if (noting.has(hash)) return
    noting.add(hash)
    database
      .change('UPDATE pilotos.sessions SET seen = now() WHERE hash = $1', [hash])
      .catch(() => {})
      .finally(() => noting.delete(hash))
  }

  return {
    async start({ user }) {
      const id = newSessionId()
      await database.change('DELETE FROM pilotos.sessions WHERE expires < now()')
      await database.change(
        `INSERT INTO pilotos.sessions (hash, account, expires, seen)
          VALUES ($1, $2, now() + interval '${sessionSeconds} seconds', now()) ON CONFLICT DO NOTHING`,
        [hashOfSession(id), user],
      )
      await database.change(
        `DELETE FROM pilotos.sessions WHERE hash IN (SELECT hash FROM pilotos.sessions
          WHERE account = $1 ORDER BY expires DESC OFFSET ${maxSessionsOfAccount})`,
        [user],
      )
      return id
    },

    async find(id) {
      const [row] = await database.query(
        `SELECT a.name, a.role, a.gate, EXTRACT(EPOCH FROM s.expires)::float8 - ${sessionSeconds},
            s.seen IS NULL OR s.seen < now() - interval '${seenPrecision} milliseconds' ${found} AND s.hash = $1`,
        [hashOfSession(id)],
      )
      if (!row) return undefined
      const [user, role, gate, since, isStale] = row
      if (isStale) noteRequest(hashOfSession(id))
      return {
        user: String(user),
        role: readRole(role),
        since: new Date(Number(since) * 1000).toISOString(),
        ...(gate !== null && { gate: String(gate) }),
      }
    },

    async end(id) {
      const hash = hashOfSession(id)
      await database.change('DELETE FROM pilotos.sessions WHERE hash = $1', [hash])
      for (const key of endings.sessions) if (hashOf(key) === hash) endings.notify(key)
    },

    onEnd: (id, role, listener) => endings.onEnd(keyOf(hashOfSession(id), role), listener),

    async lastSeen() {
      const rows = await database.query(
        `SELECT account, EXTRACT(EPOCH FROM max(seen))::float8 FROM pilotos.sessions
          WHERE expires > now() AND seen IS NOT NULL GROUP BY account`,
      )
      return new Map(rows.map(([user, seen]) => [String(user), new Date(Number(seen) * 1000).toISOString()]))
    },
  }
}

function keyOf(hash: string, role: Role): string {
  return `${hash} ${role}`
}

function hashOf(key: string): string {
  return key.slice(0, key.indexOf(' '))
}

/** Returns a stored role. A role that only a newer program knows counts as the least. */
function readRole(role: unknown): Role {
  if (role === null) return roleOf({})
  return isRole(role) ? role : 'puerta'
}
