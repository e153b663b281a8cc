/** Loads a value for a component. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, retryAfter } from './api.ts'

/** The end of a load: a value or an error. */
export interface Outcome<Value> {
  value?: Value
  error?: Error
}

export interface Loaded<Value> extends Outcome<Value> {
  /** The last loaded value. It stays while the next one loads. */
  value?: Value
  isLoading: boolean
  reload(): void
}

/**
 * Loads at the start and whenever `key` changes; an answer that arrives too late is dropped. A temporary failure is
 * retried automatically, and its error stays until then. `known` replaces the first load.
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
  known?: Outcome<Value>,
): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const current = `${attempt} ${key}`
  const [state, setState] = useState<Outcome<Value> & { of?: string }>(known ? { ...known, of: current } : {})
  const unused = useRef(known)
  const latest = useRef(load)
  latest.current = load

  useEffect(() => {
    const abort = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    function ask() {
      latest.current(abort.signal).then(
        (value) => !abort.signal.aborted && setState({ value, of: current }),
        (error) => !abort.signal.aborted && fail(error),
      )
    }
    function fail(error: Error) {
      setState({ error, of: current })
      if (error instanceof ApiError && error.isTemporary) next = setTimeout(ask, retryAfter)
    }
    const { current: outcome } = unused
    unused.current = undefined
    if (!outcome) ask()
    else if (outcome.error) fail(outcome.error)
    return () => {
      abort.abort()
      clearTimeout(next)
    }
  }, [current])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const isLoading = state.of !== current
  return { value: state.value, error: isLoading ? undefined : state.error, isLoading, reload }
}
