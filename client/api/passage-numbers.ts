/** The numbers of the event, which all parts of a page share. They load again after passages and other changes. */
import { useEffect, useSyncExternalStore } from 'react'
import type { PassageNumbers } from '#domain/gate/gate-schemas'
import { ApiError, callForOne, retryAfter } from './call.ts'
import { useChanges, useIsConnected, usePassages } from './changes.ts'
import { Throttle } from './throttle.ts'

/** Returns the numbers, or undefined until they have loaded. */
export function usePassageNumbers(): PassageNumbers | undefined {
  const value = useSyncExternalStore(shared.subscribe, shared.current)
  usePassages(shared.refresh)
  // The number of missing pilots changes with the pilots.
  useChanges(shared.refresh)
  const isConnected = useIsConnected()
  useEffect(() => {
    if (isConnected) shared.refresh()
  }, [isConnected])
  return value
}

/** The minimum time between the starts of two loads, in milliseconds. */
const pause = 800

class SharedNumbers {
  #value: PassageNumbers | undefined
  #subscribers = new Set<() => void>()
  #throttle = new Throttle(() => void this.#load(), pause)
  #isLoading = false
  #retry: ReturnType<typeof setTimeout> | undefined

  /** The value stays when the last subscriber leaves, so that the next screen shows it at once. */
  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber)
    return () => {
      this.#subscribers.delete(subscriber)
      if (this.#subscribers.size > 0) return
      this.#throttle.cancel()
      clearTimeout(this.#retry)
    }
  }

  current = (): PassageNumbers | undefined => this.#value

  refresh = (): void => this.#throttle.request()

  async #load(): Promise<void> {
    if (this.#isLoading) return this.refresh()
    this.#isLoading = true
    clearTimeout(this.#retry)
    try {
      this.#value = await callForOne('GET /api/passages/summary')
      for (const subscriber of this.#subscribers) subscriber()
    } catch (error) {
      const isPassing = error instanceof ApiError && error.isTemporary
      if (isPassing && this.#subscribers.size > 0) this.#retry = setTimeout(this.refresh, retryAfter)
    }
    this.#isLoading = false
  }
}

const shared = new SharedNumbers()
