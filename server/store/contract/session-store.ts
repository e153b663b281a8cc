/** The contract of the store of sessions. A stored session is a hash, so that a copy of the store opens nothing. */
import type { Role } from '#domain/web/roles'
import type { Account } from './account-store.ts'

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

export interface SessionStore {
  /** Starts a session of an account and returns its id, which nobody can guess. */
  start(account: Account): Promise<string>

  /** Returns the account of a session, or undefined if the session has ended or never existed. */
  find(id: string): Promise<SessionUser | undefined>

  end(id: string): Promise<void>

  /**
   * Calls `listener` when the session no longer has this role: after a sign-out, by expiry, because its account was
   * removed or got another password, or because its account got another role. Returns a function that unsubscribes it.
   */
  onEnd(id: string, role: Role, listener: () => void): () => void

  /** Returns the time of the last request of each account that has a session, within a minute: ISO 8601, UTC. */
  lastSeen(): Promise<Map<string, string>>
}
