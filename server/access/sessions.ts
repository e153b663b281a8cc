/** Who is signed in: kept in memory, so that a restart of the kiosk ends every session. */
import { randomBytes } from 'node:crypto'

/** How long a session lasts, in seconds. */
export const sessionSeconds = 12 * 60 * 60

export class Sessions {
  #sessions = new Map<string, { user: string; expires: number }>()

  constructor(private readonly now: () => number = Date.now) {}

  /** Starts a session and gives its id, which nobody can guess. */
  start(user: string): string {
    this.#forgetExpired()
    const id = randomBytes(24).toString('base64url')
    this.#sessions.set(id, { user, expires: this.now() + sessionSeconds * 1000 })
    return id
  }

  /** The user of a session that lasts, or undefined. */
  userOf(id: string | undefined): string | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id)
    return session && session.expires > this.now() ? session.user : undefined
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id)
  }

  /** Ends the sessions of the users that `isMeant` says. */
  endAll(isMeant: (user: string) => boolean): void {
    for (const [id, { user }] of this.#sessions) if (isMeant(user)) this.#sessions.delete(id)
  }

  #forgetExpired(): void {
    for (const [id, { expires }] of this.#sessions) {
      if (expires <= this.now()) this.#sessions.delete(id)
    }
  }
}
