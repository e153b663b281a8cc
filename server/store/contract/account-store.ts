/** The contract of the store of staff accounts. */
import { isObject } from '#domain/text/json'

export interface Account {
  user: string
  /** The password's hash, in the format of `hashPassword`. */
  password: string
}

export interface AccountStore {
  list(): Promise<Account[]>

  /** Adds an account, or replaces the password of the account with this name. */
  put(account: Account): Promise<void>

  /** Adds an account. Resolves to false, and changes nothing, if there is an account with this name. */
  add(account: Account): Promise<boolean>

  /** Replaces the password of an account. Resolves to false if there is no account with this name. */
  change(account: Account): Promise<boolean>

  /** Removes an account. Resolves to false if there is no account with this name. */
  remove(user: string): Promise<boolean>

  /** Replaces all stored accounts by these, atomically. */
  replace(accounts: readonly Account[]): Promise<void>
}

export function isAccount(value: unknown): value is Account {
  return isObject(value) && typeof value.user === 'string' && typeof value.password === 'string'
}
