/** The listeners of sessions: each is told once, when its session ends. */
export class SessionEndings {
  #listeners = new Map<string, Set<() => void>>()

  /** The sessions that somebody listens to. */
  get sessions(): string[] {
    return [...this.#listeners.keys()]
  }

  /** Returns what stops the listening. */
  onEnd(session: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(session) ?? new Set()
    this.#listeners.set(session, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(session) === listeners) this.#listeners.delete(session)
    }
  }

  tell(session: string): void {
    const listeners = this.#listeners.get(session) ?? []
    this.#listeners.delete(session)
    for (const listener of listeners) listener()
  }
}
