/** The list and its counts, loaded as they are asked for and again as they change. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListView, PilotCounts } from '#domain/list-query'
import { ApiError, retryAfter } from '../api/api.ts'
import { useChanges, useIsConnected } from '../api/changes.ts'
import { type PilotList, staffApi } from '../api/staff-api.ts'
import type { Loaded } from '../api/use-load.ts'

interface CountedList extends PilotList {
  counts: PilotCounts
}

/** Between the beginnings of two loads that nobody asked for, in milliseconds. */
const pause = 400

/**
 * Loads whenever `key` changes; an answer that comes too late is dropped. What is changed elsewhere comes quietly:
 * the last value stays until another is there, and where none can be had.
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
    let begun = 0
    let isRunning = false
    let isStale = false

    async function load() {
      isStale = isRunning
      if (isRunning) return
      isRunning = true
      begun = Date.now()
      try {
        const value = await loadCounted(latest.current, leaving.signal)
        if (!leaving.signal.aborted) setState({ value, of: current })
      } catch (error) {
        if (!leaving.signal.aborted) fail(error as Error)
      }
      isRunning = false
      if (isStale) soon()
    }

    function fail(error: Error) {
      const isPassing = error instanceof ApiError && error.isPassing
      setState((last) => (isPassing && last.value && last.of === current ? last : { error, of: current }))
      if (isPassing) soon(retryAfter)
    }

    function soon(after = pause) {
      clearTimeout(next)
      if (!leaving.signal.aborted) next = setTimeout(load, Math.max(0, begun + after - Date.now()))
    }

    refresh.current = soon
    void load()
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [current])

  useChanges(() => refresh.current())
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
