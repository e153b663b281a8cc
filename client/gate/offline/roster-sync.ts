/** Keeps the roster and the photos current: loads them at the start and after changes, and follows new passages. */
import { changeFeed } from '../../api/changes.ts'
import type { HeldRoster } from './held-roster.ts'
import type { PhotoStore } from './photo-store.ts'
import { requestTime } from './scan-sender.ts'

/** The shortest pause before the roster loads again, in milliseconds. */
const shortestPause = 300

interface RosterHooks {
  /** Is called after an answer of the server. `took` is the time of the request, in milliseconds. */
  onAnswer(took: number): void
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
    const start = Date.now()
    try {
      if (!(await this.roster.refresh(AbortSignal.timeout(requestTime)))) return
      const took = Date.now() - start
      this.#pause = Math.max(shortestPause, 10 * took)
      this.hooks.onAnswer(took)
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
    if (!this.#isStale) this.roster.confirm(changeFeed.lastHeard())
    this.photos.stop()
  }

  /** Forgets the riders: this device may no longer see them. */
  forget(): void {
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
    this.#isConnected = changeFeed.isConnected()
    this.#unfollow = [
      changeFeed.listen(this.loadSoon),
      changeFeed.listenToPassages((event) => {
        if (!this.roster.learn(event)) this.loadSoon()
      }),
      changeFeed.subscribe(() => this.#onFeed(changeFeed.isConnected())),
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
