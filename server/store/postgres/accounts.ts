/**
 * The accounts in PostgreSQL with their sessions, which are valid on every laptop, and the pairings of phones. A session is
 * stored as a hash, so that a copy of the table opens nothing.
 */
import { MachineError } from '#domain/errors'
import { isSameName } from '#domain/text/names'
import { isRole, type Role, requireAdminLeft } from '#domain/web/roles'
import {
  type Account,
  type AccountStore,
  isAccount,
  keptPairing,
  maxSessionsOfAccount,
  type PairingStore,
  roleOf,
  type SessionStore,
  seenPrecision,
  sessionSeconds,
} from '../contract/account-store.ts'
import { hashOfSession, newSessionId, SessionEndings } from '../shared/sessions.ts'
import type { ChangeFeed } from './change-feed.ts'
import { arrayOf, type Database, type Parameter, type Queryable, type Values } from './connection/database.ts'

const columns = 'name, password, role, gate, since, device'
const insertion = `INSERT INTO pilotos.accounts (${columns}) VALUES ($1, $2, $3, $4, $5, $6)`

export function openAccountTable(database: Database): AccountStore {
  return {
    async list() {
      const rows = await database.query(`SELECT ${columns} FROM pilotos.accounts ORDER BY name`)
      return rows.map(accountOf)
    },

    async put(account) {
      await database.change(
        `WITH ended AS (DELETE FROM pilotos.sessions WHERE account = $1)
          ${insertion}
          ON CONFLICT (name) DO UPDATE SET password = excluded.password, role = excluded.role,
            gate = excluded.gate, since = excluded.since, device = excluded.device`,
        parametersOf(account),
      )
    },

    async add(account) {
      const work = async ({ query }: Queryable) => {
        // Two accounts that are added at once may have the same name in different letters.
        await query('SELECT number FROM pilotos.schema WHERE one = 1 FOR UPDATE')
        const all = await query('SELECT name, password FROM pilotos.accounts')
        const same = all.filter(([name]) => isSameName(String(name), account.user))
        // The row of an earlier attempt is this account, since every stored password has its own salt.
        if (same.length > 0)
          return same.every(([name, password]) => name === account.user && password === account.password)
        const rows = await query(`${insertion} ON CONFLICT DO NOTHING RETURNING name`, parametersOf(account))
        return rows.length > 0
      }
      return database.repeat(() => database.transaction(work))
    },

    async change({ user, password, role, gate }, { keepsAdmin = false } = {}) {
      const work = async ({ query }: Queryable) => {
        if (keepsAdmin && role) requireAdminLeft(await lockAdmins({ query }), user, role)
        const rows = await query(
          `WITH ended AS (DELETE FROM pilotos.sessions WHERE account = $1 AND $2::text IS NOT NULL)
            UPDATE pilotos.accounts SET password = coalesce($2::text, password), role = coalesce($3::text, role),
              gate = coalesce($4::text, gate) WHERE name = $1 RETURNING name`,
          [user, password ?? null, role ?? null, gate ?? null],
        )
        return rows.length > 0
      }
      return database.repeat(() => database.transaction(work))
    },

    async remove(user, { keepsAdmin = false } = {}) {
      const work = async ({ query }: Queryable) => {
        if (keepsAdmin) requireAdminLeft(await lockAdmins({ query }), user)
        const rows = await query(
          `WITH ended AS (DELETE FROM pilotos.sessions WHERE account = $1)
            DELETE FROM pilotos.accounts WHERE name = $1 RETURNING name`,
          [user],
        )
        return rows.length > 0
      }
      // An earlier attempt may have removed it.
      return database.repeat(async (isAgain) => (await database.transaction(work)) || isAgain)
    },

    async replace(accounts) {
      const work = () =>
        database.transaction(async ({ query }) => {
          await query('DELETE FROM pilotos.sessions')
          await query('DELETE FROM pilotos.accounts')
          for (const account of accounts) await query(insertion, parametersOf(account))
        })
      await database.repeat(work)
    },
  }
}

/** Returns the accounts of admins, which no other transaction changes or removes until this one ends. */
async function lockAdmins({ query }: Queryable): Promise<Pick<Account, 'user'>[]> {
  const rows = await query(
    "SELECT name FROM pilotos.accounts WHERE role IS NULL OR role = 'admin' ORDER BY name FOR UPDATE",
  )
  return rows.map(([user]) => ({ user: String(user) }))
}

function parametersOf({ user, password, role, gate, since, device }: Account): Parameter[] {
  return [user, password, role ?? null, gate ?? null, since ?? null, device ?? null]
}

/** @throws MachineError if a newer program has stored the account */
function accountOf([user, password, ...values]: Values): Account {
  const names = ['role', 'gate', 'since', 'device']
  const present = names.flatMap((name, index) => (values[index] === null ? [] : [[name, values[index]]]))
  const account = { user, password, ...Object.fromEntries(present) }
  if (!isAccount(account)) throw new MachineError(`No se entiende la cuenta ${user} de la base de datos`)
  return account
}

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

/** The pairings in PostgreSQL: any laptop can pair the phone that scans the code of another. */
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
