/** The identifiers of sessions with the hashes under which they are stored, and the listeners of sessions. */

/** Returns a new identifier, of 192 random bits. */
export function newSessionId(): string {
  return nodeCrypto().randomBytes(24).toString('base64url')
}

export function hashOfSession(id: string): string {
  return sha256(id)
}

/** Returns the SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return nodeCrypto().createHash('sha256').update(text).digest('hex')
}

/** Loads `node:crypto` for the first session: every command opens the sessions, but few have any to read. */
function nodeCrypto() {
  return process.getBuiltinModule('node:crypto')
}

/** Keeps the listeners of sessions, and calls each of them once, when its session ends. */
export class SessionEndings {
  #listeners = new Map<string, Set<() => void>>()

  /** The sessions that have at least one listener. */
  get sessions(): string[] {
    return [...this.#listeners.keys()]
  }

  /** Calls `listener` when the session ends. Returns a function that unsubscribes it. */
  onEnd(session: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(session) ?? new Set()
    this.#listeners.set(session, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(session) === listeners) this.#listeners.delete(session)
    }
  }

  /** Calls the listeners of a session that has ended, and forgets them. */
  notify(session: string): void {
    const listeners = this.#listeners.get(session) ?? []
    this.#listeners.delete(session)
    for (const listener of listeners) listener()
  }
}
