/** The accounts in PostgreSQL; an account that changes loses its sessions on every laptop. */
import { MachineError } from '#domain/errors'
import { isSameName } from '#domain/text/names'
import { requireAdminLeft } from '#domain/web/roles'
import { type Account, type AccountStore, isAccount } from '../contract/account-store.ts'
import type { Database } from './connection/database.ts'
import type { Parameter, Queryable, Values } from './connection/queryable.ts'

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
