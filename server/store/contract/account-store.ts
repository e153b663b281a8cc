/** The contract of the store of staff accounts. */
import { isObject } from '#domain/text/json'
import { isRole, type Role } from '#domain/web/roles'

export interface Account {
  user: string
  /** The password's hash, in the format of `hashPassword`. A paired phone has a random text that fits no password. */
  password: string
  /** Absent in accounts that were stored before there were roles: see `roleOf`. */
  role?: Role
  /** The gate of a paired phone. Other accounts have none. */
  gate?: string
  /** The time of the pairing: ISO 8601, UTC. */
  since?: string
  /** Describes a paired phone for people, such as `iPhone, 192.168.1.77`. */
  device?: string
}

/** The new values of an account. An absent property stays as it is. */
type AccountChange = Pick<Account, 'user'> & Partial<Pick<Account, 'password' | 'role' | 'gate'>>

interface AccountChangeOptions {
  /** True to refuse a change after which no account is an admin: see `requireAdminLeft`. */
  keepsAdmin?: boolean
}

export interface AccountStore {
  list(): Promise<Account[]>

  /** Adds an account, or replaces the account with this name, whose sessions end. */
  put(account: Account): Promise<void>

  /** Adds an account. Resolves to false, and changes nothing, if an account has the same name: see `nameKey`. */
  add(account: Account): Promise<boolean>

  /**
   * Changes an account. Resolves to false if there is no account with this name. A new password ends the sessions of
   * the account; a new role or gate is that of its sessions from now on. @throws PilotosError if `keepsAdmin` refuses it
   */
  change(change: AccountChange, options?: AccountChangeOptions): Promise<boolean>

  /**
   * Removes an account and its sessions. Resolves to false if there is no account with this name.
   * @throws PilotosError if `keepsAdmin` refuses it
   */
  remove(user: string, options?: AccountChangeOptions): Promise<boolean>

  /** Replaces all stored accounts by these, atomically, and ends all sessions. */
  replace(accounts: readonly Account[]): Promise<void>
}

/** Returns the role of an account. An account that was stored before there were roles may do everything. */
export function roleOf({ role = 'admin' }: Pick<Account, 'role'>): Role {
  return role
}

/** Returns true for the account of a phone that is paired with a gate. */
export function isPhone({ gate }: Pick<Account, 'gate'>): boolean {
  return gate !== undefined
}

export function isAccount(value: unknown): value is Account {
  return (
    isObject(value) &&
    typeof value.user === 'string' &&
    typeof value.password === 'string' &&
    (value.role === undefined || isRole(value.role)) &&
    [value.gate, value.since, value.device].every((text) => text === undefined || typeof text === 'string')
  )
}
