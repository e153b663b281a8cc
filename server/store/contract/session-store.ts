/** The contract of the store of sessions that several servers share; a server on a folder keeps them in memory. */

/** The lifetime of a session, in seconds. */
export const sessionSeconds = 12 * 60 * 60

export interface SessionStore {
  /** Starts a session and returns its id, which nobody can guess. */
  start(user: string): Promise<string>

  /** Returns the user of a session, or undefined if the session has ended or never existed. */
  find(id: string): Promise<string | undefined>

  end(id: string): Promise<void>

  /**
   * Calls `listener` when the session has ended: by a sign-out, by expiry, or because its account was removed or got
   * another password. Returns a function that unsubscribes it.
   */
  onEnd(id: string, listener: () => void): () => void
}
