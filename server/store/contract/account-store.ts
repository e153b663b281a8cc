/**
 * The contracts of the stores of staff accounts, of their sessions, and of the pairings of phones. A stored session is a
 * hash, so that a copy of the store opens nothing.
 */

import type { Pairing } from '#domain/gate/pairing'
import { isObject } from '#domain/text/text'
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

  /**
   * Replaces all stored accounts by these, atomically, and ends all sessions, or with `keepsSessions` those of accounts
   * that are gone or have another password.
   */
  replace(accounts: readonly Account[], options?: { keepsSessions?: boolean }): Promise<void>
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

/** The lifetime of a session, in seconds: seven days, which is longer than an event. */
export const sessionSeconds = 7 * 24 * 60 * 60

/** The most sessions of one account; a further one ends the oldest. */
export const maxSessionsOfAccount = 100

/** The precision of the time of the last request of a session, in milliseconds. */
export const seenPrecision = 60_000

/** The account of a session, as it is now. */
export interface SessionUser {
  user: string
  role: Role
  /** The gate of a paired phone. */
  gate?: string
  /** The time of the sign-in or the pairing: ISO 8601, UTC. */
  since: string
}

/** The port that gave a session its cookie: a cookie belongs to its port, although browsers do not tell ports apart. */
export type SessionPort = 'http' | 'https'

export interface SessionStore {
  /** Starts a session of an account and returns its id, which nobody can guess: see `portOfSession`. */
  start(account: Account, port?: SessionPort): Promise<string>

  /** Returns the account of a session, or undefined if the session has ended or never existed. */
  find(id: string): Promise<SessionUser | undefined>

  end(id: string): Promise<void>

  /**
   * Calls `listener` when a found session no longer has its role: after a sign-out, by expiry, because its account was
   * removed or got another password, or because its account got another role. Returns a function that unsubscribes it.
   */
  onEnd(id: string, found: Pick<SessionUser, 'role' | 'since'>, listener: () => void): () => void

  /** Returns the time of the last request of each account that has a session, within a minute: ISO 8601, UTC. */
  lastSeen(): Promise<Map<string, string>>
}

/** Every server of a database can pair a phone with a code of any of them. */
export interface PairingStore {
  /** Stores a pairing, and forgets those that expired a day before. */
  add(pairing: Pairing): Promise<void>

  find(hash: string): Promise<Pairing | undefined>

  /** Stores the account of the phone. Resolves to false if there is no such pairing or another phone has used it. */
  use(hash: string, account: string): Promise<boolean>

  /** Removes a pairing that no phone has used. */
  remove(hash: string): Promise<void>
}

/** The time for which an expired pairing is kept, in milliseconds, so that its phone can be told why it is refused. */
export const keptPairing = 24 * 60 * 60_000

/** The start of the identifiers that belong to the https port. */
export const securePrefix = 'https.'

/** Returns the port to which the identifier of a session belongs. */
export function portOfSession(id: string): SessionPort {
  return id.startsWith(securePrefix) ? 'https' : 'http'
}
