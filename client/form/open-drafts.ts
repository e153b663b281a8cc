/** Which drafts are open in some tab of this browser: what is open there is not left behind. */

/** As long a tab has to answer, in milliseconds. */
const patience = 150

class OpenDrafts {
  #held = new Map<string, number>()
  #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pilotos-drafts')

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'who?') this.#channel?.postMessage([...this.#held.keys()])
    })
  }

  /** Gives what lets it go; it is held until the last one has. */
  hold(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }

  /** The keys that are held here and in other tabs, as far as those answer in time. */
  async all(): Promise<ReadonlySet<string>> {
    const others = new Set<string>()
    const hear = ({ data }: MessageEvent) => {
      if (Array.isArray(data)) for (const key of data) others.add(String(key))
    }
    this.#channel?.addEventListener('message', hear)
    this.#channel?.postMessage('who?')
    await new Promise((resolve) => setTimeout(resolve, patience))
    this.#channel?.removeEventListener('message', hear)
    return new Set([...others, ...this.#held.keys()])
  }
}

export const openDrafts = new OpenDrafts()
