/** Tracks the drafts that are open in any tab of this browser, because only other drafts may be recovered. */

/** The time in which other tabs must answer, in milliseconds. */
const answerTimeout = 150

class OpenDrafts {
  #held = new Map<string, number>()
  #channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pilotos-drafts')

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'who?') this.#channel?.postMessage([...this.#held.keys()])
    })
  }

  /** Marks a draft as open. Returns the function that releases it; the draft is open until all holders release it. */
  hold(key: string): () => void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }

  /** Returns the keys that are held in this tab and in the tabs that answer within 150 ms. */
  async all(): Promise<ReadonlySet<string>> {
    const others = new Set<string>()
    const hear = ({ data }: MessageEvent) => {
      if (Array.isArray(data)) for (const key of data) others.add(String(key))
    }
    this.#channel?.addEventListener('message', hear)
    this.#channel?.postMessage('who?')
    await new Promise((resolve) => setTimeout(resolve, answerTimeout))
    this.#channel?.removeEventListener('message', hear)
    return new Set([...others, ...this.#held.keys()])
  }
}

export const openDrafts = new OpenDrafts()
