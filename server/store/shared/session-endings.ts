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
