/** The accounts of a data folder, in `accounts.json`. */
import { MachineError } from '#domain/errors'
import { createMutex } from '../../async/mutex.ts'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import { type Account, type AccountStore, isAccount } from '../contract/account-store.ts'

/** Opens the accounts. Reads the file at every call, so that an account that a command adds is valid immediately. */
export function openAccountFile(path: string): AccountStore {
  const list = async (): Promise<Account[]> => {
    const bytes = await readIfThere(path)
    return bytes ? parse(bytes.toString('utf8'), path) : []
  }
  const others = async (user: string) => (await list()).filter((account) => account.user !== user)
  const write = (accounts: readonly Account[]) =>
    writeAtomically(path, `${JSON.stringify({ accounts }, null, 2)}\n`)

  const runExclusive = createMutex()

  return {
    list,

    put: (account) => runExclusive(async () => write([...(await others(account.user)), account])),

    replace: (accounts) => runExclusive(() => write(accounts)),

    remove: (user) =>
      runExclusive(async () => {
        const rest = await others(user)
        if (rest.length === (await list()).length) return false
        await write(rest)
        return true
      }),
  }
}

function parse(text: string, path: string): Account[] {
  try {
    const { accounts } = JSON.parse(text)
    if (Array.isArray(accounts) && accounts.every(isAccount)) return accounts
  } catch {
    // Text that is not JSON and a wrong structure get the error message below.
  }
  throw new MachineError(`El archivo de cuentas está dañado: ${path}. Bórrelo y cree las cuentas de nuevo`)
}
