/** Loads the pilot list with its counts, and reloads both after every change. */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListView } from '#domain/list-query'
import type { PilotCounts } from '#domain/web/schemas'
import { ApiError, retryAfter } from '../api/api.ts'
import { useChanges, useIsConnected, usePassages } from '../api/changes.ts'
import { type PilotList, staffApi } from '../api/staff-api.ts'
import type { Loaded } from '../api/use-load.ts'

export interface CountedList extends PilotList {
  counts: PilotCounts
}

/** The minimum time between the starts of two automatic loads, in milliseconds. */
const pause = 400

/**
 * Loads whenever `key` changes; an answer that arrives too late is dropped. A change on the server reloads the list
 * in the background: the last value stays until the next one arrives, even if loads fail temporarily.
 */
export function usePilotList(view: ListView, key: string): Loaded<CountedList> {
  const [state, setState] = useState<{ value?: CountedList; error?: Error; of?: string }>({})
  const [attempt, setAttempt] = useState(0)
  const current = `${attempt} ${key}`
  const latest = useRef(view)
  latest.current = view
  const refresh = useRef(() => {})

  useEffect(() => {
    const leaving = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    let startedAt = 0
    let isRunning = false
    let isStale = false

    async function load() {
      isStale = isRunning
      if (isRunning) return
      isRunning = true
      startedAt = Date.now()
      try {
        const value = await loadCounted(latest.current, leaving.signal)
        if (!leaving.signal.aborted) setState({ value, of: current })
      } catch (error) {
        if (!leaving.signal.aborted) fail(error as Error)
      }
      isRunning = false
      if (isStale) scheduleLoad()
    }

    function fail(error: Error) {
      const isPassing = error instanceof ApiError && error.isTemporary
      setState((last) => (isPassing && last.value && last.of === current ? last : { error, of: current }))
      if (isPassing) scheduleLoad(retryAfter)
    }

    function scheduleLoad(after = pause) {
      clearTimeout(next)
      if (!leaving.signal.aborted) next = setTimeout(load, Math.max(0, startedAt + after - Date.now()))
    }

    refresh.current = scheduleLoad
    void load()
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [current])

  useChanges(() => refresh.current())
  usePassages(() => {
    if (latest.current.attendance) refresh.current()
  })
  const isConnected = useIsConnected()
  useEffect(() => {
    if (isConnected) refresh.current()
  }, [isConnected])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const isLoading = state.of !== current
  return { value: state.value, error: isLoading ? undefined : state.error, isLoading, reload }
}

async function loadCounted(view: ListView, signal: AbortSignal): Promise<CountedList> {
  const [list, counts] = await Promise.all([staffApi.list(view, signal), staffApi.count(signal)])
  return { ...list, counts }
}
