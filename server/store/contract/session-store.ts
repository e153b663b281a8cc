/** Who is signed in, where several kiosks share it; a kiosk on a folder keeps it in memory. */

/** How long a session lasts, in seconds. */
export const sessionSeconds = 12 * 60 * 60

export interface SessionStore {
  /** Starts a session and gives its id, which nobody can guess. */
  start(user: string): Promise<string>

  /** The user of a session that lasts. */
  find(id: string): Promise<string | undefined>

  end(id: string): Promise<void>

  /**
   * Calls `listener` once the session has ended: signed out, expired, or its account removed or given another password.
   * Returns what stops the listening.
   */
  onEnd(id: string, listener: () => void): () => void
}
