import { isObject } from '#domain/text/json'

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

export function isAccount(value: unknown): value is Account {
  return isObject(value) && typeof value.user === 'string' && typeof value.password === 'string'
}
