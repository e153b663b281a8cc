/** The sessions of a server on a folder, kept in memory, so that a restart ends every session. */
import { randomBytes } from 'node:crypto'
import { type SessionStore, sessionSeconds } from '../store/contract/session-store.ts'
import { SessionEndings } from '../store/session-endings.ts'

export class Sessions implements SessionStore {
  #sessions = new Map<string, { user: string; expires: number }>()
  #endings = new SessionEndings()

  constructor(private readonly now: () => number = Date.now) {}

  async start(user: string): Promise<string> {
    this.#forgetExpired()
    const id = randomBytes(24).toString('base64url')
    this.#sessions.set(id, { user, expires: this.now() + sessionSeconds * 1000 })
    return id
  }

  async find(id: string): Promise<string | undefined> {
    return this.userOf(id)
  }

  /** Returns the user of a session, or undefined if there is no such session. Synchronous, unlike `find`. */
  userOf(id: string | undefined): string | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id)
    return session && session.expires > this.now() ? session.user : undefined
  }

  async end(id: string): Promise<void> {
    this.#end(id)
  }

  onEnd(id: string, listener: () => void): () => void {
    const expires = this.#sessions.get(id)?.expires ?? 0
    const expiring = setTimeout(() => this.#end(id), expires - this.now())
    expiring.unref()
    const unsubscribe = this.#endings.onEnd(id, listener)
    return () => {
      clearTimeout(expiring)
      unsubscribe()
    }
  }

  /** Ends the sessions of all users for whom `isMeant` returns true. */
  endAll(isMeant: (user: string) => boolean): void {
    for (const [id, { user }] of this.#sessions) if (isMeant(user)) this.#end(id)
  }

  #end(id: string): void {
    this.#sessions.delete(id)
    this.#endings.notify(id)
  }

  #forgetExpired(): void {
    for (const [id, { expires }] of this.#sessions) {
      if (expires <= this.now()) this.#end(id)
    }
  }
}
