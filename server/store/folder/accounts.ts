/** The accounts of a data folder, in `accounts.json`. */
import { MachineError } from '#domain/errors'
import { isObject, parseJson } from '#domain/text/json'
import { isSameName } from '#domain/text/names'
import { requireAdminLeft } from '#domain/web/roles'
import { createMutex } from '../../async/mutex.ts'
import { type ReplaceFile, readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import { type Account, type AccountStore, isAccount } from '../contract/account-store.ts'
import type { FolderSessions } from './sessions.ts'

/**
 * Opens the accounts. Reads the file at every call, so that an account that a command adds is valid immediately.
 * `sessions` follow the changes of the accounts.
 */
export function openAccountFile(
  path: string,
  sessions?: Pick<FolderSessions, 'endAll' | 'update'>,
  replaceFile: ReplaceFile = writeAtomically,
): AccountStore {
  const list = async (): Promise<Account[]> => {
    const bytes = await readIfThere(path)
    return bytes ? parse(bytes.toString('utf8'), path) : []
  }
  const write = (accounts: readonly Account[]) =>
    replaceFile(path, `${JSON.stringify({ accounts }, null, 2)}\n`)
  const endSessions = async (isMeant: (user: string) => boolean) => sessions?.endAll(isMeant)

  const runExclusive = createMutex()

  return {
    list,

    async put(account) {
      await runExclusive(async () => {
        const others = (await list()).filter(({ user }) => user !== account.user)
        await write([...others, account])
      })
      await endSessions((user) => user === account.user)
    },

    add: (account) =>
      runExclusive(async () => {
        const all = await list()
        if (all.some(({ user }) => isSameName(user, account.user))) return false
        await write([...all, account])
        return true
      }),

    async change({ user, ...values }, { keepsAdmin = false } = {}) {
      const changed = await runExclusive(async () => {
        const all = await list()
        const account = all.find((one) => one.user === user)
        if (!account) return undefined
        if (keepsAdmin && values.role) requireAdminLeft(all, user, values.role)
        const changed = { ...account, ...values }
        await write(all.map((one) => (one === account ? changed : one)))
        return changed
      })
      if (changed) sessions?.update(changed)
      if (values.password !== undefined) await endSessions((name) => name === user)
      return changed !== undefined
    },

    async replace(accounts) {
      await runExclusive(() => write(accounts))
      await endSessions(() => true)
    },

    async remove(name, { keepsAdmin = false } = {}) {
      const isRemoved = await runExclusive(async () => {
        const all = await list()
        const rest = all.filter(({ user }) => user !== name)
        if (rest.length === all.length) return false
        if (keepsAdmin) requireAdminLeft(all, name)
        await write(rest)
        return true
      })
      await endSessions((user) => user === name)
      return isRemoved
    },
  }
}

function parse(text: string, path: string): Account[] {
  const value = parseJson(text)
  if (isObject(value) && Array.isArray(value.accounts) && value.accounts.every(isAccount))
    return value.accounts
  throw new MachineError(`El archivo de cuentas está dañado: ${path}. Bórrelo y cree las cuentas de nuevo`)
}
