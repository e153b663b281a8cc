/** The contract of the store of sessions. A stored session is a hash, so that a copy of the store opens nothing. */
import type { Account } from './account-store.ts'

/** The lifetime of a session, in seconds: seven days, which is longer than an event. */
export const sessionSeconds = 7 * 24 * 60 * 60

/** The most sessions of one account; a further one ends the oldest. */
export const maxSessionsOfAccount = 100

export interface SessionStore {
  /** Starts a session of an account and returns its id, which nobody can guess. */
  start(account: Account): Promise<string>

  /** Returns the user of a session, or undefined if the session has ended or never existed. */
  find(id: string): Promise<string | undefined>

  /** Does the same as `find`, synchronously. Present if the store has all sessions in memory. */
  peek?(id: string): string | undefined

  end(id: string): Promise<void>

  /**
   * Calls `listener` when the session has ended: by a sign-out, by expiry, or because its account was removed or got
   * another password. Returns a function that unsubscribes it.
   */
  onEnd(id: string, listener: () => void): () => void
}
