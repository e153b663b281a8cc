/** Tells which drafts are open in some tab of this browser: only the others may be recovered. */

/** Marks drafts as open and lists the open ones. */
interface OpenDrafts {
  /** Marks a draft as open. Returns the function that releases it; the draft is open until all holders release it. */
  hold(key: string): () => void
  /** Returns the keys that are held in this tab and in the others. */
  all(): Promise<ReadonlySet<string>>
}

const name = 'pilotos-drafts'

/** Counts the holders of the drafts that are open in this document. */
class HeldDrafts {
  #held = new Map<string, number>()

  get held(): string[] {
    return [...this.#held.keys()]
  }

  hold(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }
}

/**
 * Holds a lock of the browser for each open draft. The browser releases those of a tab that was closed or crashed. A
 * document knows its own drafts without them, since a lock is released a moment after its holder has left.
 */
class LockedDrafts extends HeldDrafts implements OpenDrafts {
  #own = `${name}/${Math.random().toString(36).slice(2)}/`

  override hold(key: string): () => void {
    const forget = super.hold(key)
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    // A browser that refuses locks also refuses to store drafts.
    navigator.locks.request(this.#own + key, { mode: 'shared' }, () => isHeld).catch(() => {})
    return () => {
      forget()
      release()
    }
  }

  async all(): Promise<ReadonlySet<string>> {
    const { held = [], pending = [] } = await navigator.locks.query()
    const others = [...held, ...pending].flatMap((lock) => {
      const [prefix, , ...key] = lock.name?.split('/') ?? []
      return prefix === name && !lock.name?.startsWith(this.#own) ? [key.join('/')] : []
    })
    return new Set([...others, ...this.held])
  }
}

/** The time in which other tabs must answer, in milliseconds. */
const answerTimeout = 150

/** Asks the other tabs. It is for a page over plain HTTP, which has no locks: a tab that is busy for long is overlooked. */
class AnsweredDrafts extends HeldDrafts implements OpenDrafts {
  #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)

  constructor() {
    super()
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'who?') this.#channel?.postMessage(this.held)
    })
  }

  async all(): Promise<ReadonlySet<string>> {
    const others = new Set<string>()
    const collect = ({ data }: MessageEvent) => {
      if (Array.isArray(data)) for (const key of data) others.add(String(key))
    }
    this.#channel?.addEventListener('message', collect)
    this.#channel?.postMessage('who?')
    await new Promise((resolve) => setTimeout(resolve, answerTimeout))
    this.#channel?.removeEventListener('message', collect)
    return new Set([...others, ...this.held])
  }
}

export const openDrafts: OpenDrafts = 'locks' in navigator ? new LockedDrafts() : new AnsweredDrafts()
