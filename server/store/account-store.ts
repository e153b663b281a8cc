/** The accounts of the staff: a name, and the scrypt hash of a password. */
import { MachineError } from '#domain/errors'
import { isObject } from '#domain/json'
import { readIfThere, writeAtomically } from './atomic-file.ts'
import { turns } from './turns.ts'

export interface Account {
  user: string
  /** As `hashPassword` writes it. */
  password: string
}

export interface AccountStore {
  list(): Promise<Account[]>

  /** Adds an account, or replaces the password of the one of that name. */
  put(account: Account): Promise<void>

  /** Whether there was one. */
  remove(user: string): Promise<boolean>

  /** Puts these accounts in the place of all that there are, at once. */
  replace(accounts: readonly Account[]): Promise<void>
}

/** Reads the file at every call, so that an account made by a command counts at once. */
export function openAccountFile(path: string): AccountStore {
  const list = async (): Promise<Account[]> => {
    const bytes = await readIfThere(path)
    return bytes ? parse(bytes.toString('utf8'), path) : []
  }
  const others = async (user: string) => (await list()).filter((account) => account.user !== user)
  const write = (accounts: readonly Account[]) =>
    writeAtomically(path, `${JSON.stringify({ accounts }, null, 2)}\n`)

  const inTurn = turns()

  return {
    list,

    put: (account) => inTurn(async () => write([...(await others(account.user)), account])),

    replace: (accounts) => inTurn(() => write(accounts)),

    remove: (user) =>
      inTurn(async () => {
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
    // Falls through to the one message for a file that cannot be used.
  }
  throw new MachineError(`El archivo de cuentas está dañado: ${path}. Bórrelo y cree las cuentas de nuevo`)
}

export function isAccount(value: unknown): value is Account {
  return isObject(value) && typeof value.user === 'string' && typeof value.password === 'string'
}
