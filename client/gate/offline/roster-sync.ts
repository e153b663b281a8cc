/** Keeps the roster and the photos current: loads them at the start and after changes, and follows new passages. */
import { smallPhotoPath } from '#domain/api/addresses'
import { request } from '../../api/call.ts'
import { changeFeed } from '../../api/changes.ts'
import { timeLimit } from '../../api/silence.ts'
import type { GateDatabase } from '../gate-memory.ts'
import type { HeldRoster } from './held-roster.ts'
import { requestTime } from './requests.ts'

/** The shortest pause before the roster loads again, in milliseconds. */
const shortestPause = 300

interface RosterHooks {
  /** Is called after an answer of the server. `duration` is the time of the request, in milliseconds. */
  onAnswer(duration: number): void
  onFailure(error: unknown): void
  /** Is called when the change feed reaches the server again. */
  onConnection(): void
}

export class RosterSync {
  /** True if the server has reported a change that the roster does not contain. */
  #isStale = true
  #isLoading = false
  #isStopped = false
  #pause = shortestPause
  #timer: ReturnType<typeof setTimeout> | undefined
  #isConnected = true
  #unfollow: (() => void)[] = []

  constructor(
    private readonly roster: HeldRoster,
    private readonly photos: PhotoStore,
    private readonly hooks: RosterHooks,
  ) {}

  /** Loads the roster if the server has another one. The request also shows whether the server answers. */
  async load(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isLoading || this.#isStopped) return
    const wasStale = this.#isStale
    this.#isLoading = true
    this.#isStale = false
    const start = performance.now()
    try {
      if (!(await this.roster.refresh(timeLimit(requestTime)))) return
      const duration = performance.now() - start
      this.#pause = Math.max(shortestPause, 10 * duration)
      this.hooks.onAnswer(duration)
      this.#follow()
      void this.photos.follow(this.roster.photos)
      if (this.#isStale) this.loadSoon()
    } catch (error) {
      this.#isStale ||= wasStale
      this.hooks.onFailure(error)
    } finally {
      this.#isLoading = false
    }
  }

  /** Loads the roster after a pause. Many changes in a row load it once. */
  loadSoon = (): void => {
    this.#isStale = true
    this.#timer ??= setTimeout(() => void this.load(), this.#pause)
  }

  /** Notes that the server is gone: until its last event, nothing in the roster had changed. */
  confirm(): void {
    if (!this.#isStale) this.roster.confirm(changeFeed.lastEventTime)
    this.photos.stop()
  }

  /** Drops the riders: this device may no longer see them. */
  dropRiders(): void {
    this.#stopFollowing()
    this.#isStale = true
    void this.roster.clear()
    void this.photos.clear()
  }

  stop(): void {
    this.#isStopped = true
    this.#stopFollowing()
    clearTimeout(this.#timer)
    this.photos.close()
  }

  /** Follows the changes and the passages of the server, which only a gate may. */
  #follow(): void {
    if (this.#unfollow.length > 0 || this.#isStopped) return
    this.#isConnected = changeFeed.state.isConnected
    this.#unfollow = [
      changeFeed.listen(this.loadSoon),
      changeFeed.listenToPassages((event) => {
        if (!this.roster.learn(event)) this.loadSoon()
      }),
      changeFeed.subscribe(() => this.#onFeed(changeFeed.state.isConnected)),
    ]
  }

  #stopFollowing(): void {
    for (const end of this.#unfollow) end()
    this.#unfollow = []
  }

  #onFeed(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return
    this.#isConnected = isConnected
    if (isConnected) this.hooks.onConnection()
    else void this.load()
  }
}

/** The photos that load at once. Scans need connections too, and a browser opens only six to one server. */
const atOnce = 2

/** The most object URLs. The last scans show their photos. */
const maxUrls = 30

/** The small photos of all riders, in the database of a gate. */
export class PhotoStore {
  #urls = new Map<string, string>()
  #loading: AbortController | undefined

  constructor(public database: GateDatabase | undefined) {}

  /** Returns an address of a small photo that an `img` can load without the server, or undefined. */
  async url(name: string): Promise<string | undefined> {
    const known = this.#urls.get(name)
    if (known) return known
    const blob = await this.database?.get('photos', name).catch(() => undefined)
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    this.#urls.set(name, url)
    const [[oldest, oldestUrl] = []] = this.#urls
    if (this.#urls.size > maxUrls && oldest !== undefined && oldestUrl !== undefined) {
      this.#urls.delete(oldest)
      URL.revokeObjectURL(oldestUrl)
    }
    return url
  }

  /** Loads the missing photos in the background, and drops those that no rider names. */
  async follow(names: readonly string[]): Promise<void> {
    this.stop()
    const { database } = this
    if (!database) return
    const loading = new AbortController()
    this.#loading = loading
    try {
      const held = new Set(await database.getAllKeys('photos'))
      const wanted = new Set(names)
      const { store, done } = database.transaction('photos', 'readwrite')
      const unnamed = [...held].filter((name) => !wanted.has(name))
      await Promise.all([...unnamed.map((name) => store.delete(name)), done])
      const missing = [...wanted].filter((name) => !held.has(name))
      await Promise.all(Array.from({ length: atOnce }, () => load(database, missing, loading.signal)))
    } catch {
      // A photo helps, and no answer depends on it. The next roster begins again.
    }
  }

  /** Ends the loading. */
  stop(): void {
    this.#loading?.abort()
  }

  /** Forgets all photos. */
  async clear(): Promise<void> {
    this.close()
    await this.database?.clear('photos').catch(() => undefined)
  }

  close(): void {
    this.stop()
    for (const url of this.#urls.values()) URL.revokeObjectURL(url)
    this.#urls.clear()
  }
}

/** Loads photos, one after the other, until none is missing. */
async function load(database: GateDatabase, missing: string[], signal: AbortSignal): Promise<void> {
  for (let name = missing.shift(); name !== undefined && !signal.aborted; name = missing.shift()) {
    const response = await request(smallPhotoPath(name), { signal, priority: 'low' })
    // A photo that was replaced meanwhile is gone.
    if (!response.ok) continue
    const blob = await response.blob()
    if (!signal.aborted) await database.put('photos', blob, name)
  }
}
