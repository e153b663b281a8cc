/** Tells which drafts are open in some tab of this browser: only the others may be recovered. */

/** Marks drafts as open and lists the open ones. */
interface OpenDrafts {
  /** Marks a draft as open. Returns the function that releases it; the draft is open until all holders release it. */
  hold(key: string): () => void
  /** Returns the keys that are held in this tab and in the others. */
  all(): Promise<ReadonlySet<string>>
}

const name = 'pilotos-drafts'

/** Holds a lock of the browser for each open draft. The browser releases those of a tab that was closed or crashed. */
class LockedDrafts implements OpenDrafts {
  hold(key: string): () => void {
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    // A browser that refuses locks also refuses to store drafts.
    navigator.locks.request(`${name}${key}`, { mode: 'shared' }, () => isHeld).catch(() => {})
    return release
  }

  async all(): Promise<ReadonlySet<string>> {
    const { held = [], pending = [] } = await navigator.locks.query()
    const names = [...held, ...pending].map((lock) => lock.name ?? '')
    return new Set(names.filter((one) => one.startsWith(name)).map((one) => one.slice(name.length)))
  }
}

/** The time in which other tabs must answer, in milliseconds. */
const answerTimeout = 150

/** Asks the other tabs. It is for a page over plain HTTP, which has no locks: a tab that is busy for long is overlooked. */
class AnsweredDrafts implements OpenDrafts {
  #held = new Map<string, number>()
  #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'who?') this.#channel?.postMessage([...this.#held.keys()])
    })
  }

  hold(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
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
    return new Set([...others, ...this.#held.keys()])
  }
}

export const openDrafts: OpenDrafts = 'locks' in navigator ? new LockedDrafts() : new AnsweredDrafts()
