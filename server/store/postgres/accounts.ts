/** The accounts in PostgreSQL; an account that changes loses its sessions on every laptop. */
import type { AccountStore } from '../contract/account-store.ts'
import type { Database } from './connection/database.ts'

export function openAccountTable(database: Database): AccountStore {
  return {
    async list() {
      const rows = await database.query('SELECT name, password FROM pilotos.accounts ORDER BY name')
      return rows.map(([user, password]) => ({ user: String(user), password: String(password) }))
    },

    async put({ user, password }) {
      await database.query(
        `WITH ended AS (DELETE FROM pilotos.sessions WHERE account = $1)
          INSERT INTO pilotos.accounts (name, password) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET password = excluded.password`,
        [user, password],
      )
    },

    async add({ user, password }) {
      // The condition accepts the row of an earlier attempt, since every stored password has its own salt.
      const rows = await database.query(
        `INSERT INTO pilotos.accounts (name, password) VALUES ($1, $2)
          ON CONFLICT (name) DO UPDATE SET password = excluded.password
          WHERE accounts.password = excluded.password RETURNING name`,
        [user, password],
      )
      return rows.length > 0
    },

    async change({ user, password }) {
      const rows = await database.query(
        `WITH ended AS (DELETE FROM pilotos.sessions WHERE account = $1)
          UPDATE pilotos.accounts SET password = $2 WHERE name = $1 RETURNING name`,
        [user, password],
      )
      return rows.length > 0
    },

    async remove(user) {
      const rows = await database.query(
        `WITH ended AS (DELETE FROM pilotos.sessions WHERE account = $1)
          DELETE FROM pilotos.accounts WHERE name = $1 RETURNING name`,
        [user],
      )
      return rows.length > 0
    },

    async replace(accounts) {
      const work = () =>
        database.transaction(async ({ query }) => {
          await query('DELETE FROM pilotos.sessions')
          await query('DELETE FROM pilotos.accounts')
          for (const { user, password } of accounts)
            await query('INSERT INTO pilotos.accounts (name, password) VALUES ($1, $2)', [user, password])
        })
      await database.write(work, async () => false)
    },
  }
}
