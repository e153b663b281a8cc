/** Loads a value for a component: from the server, or from the answers that the page embeds. */
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { retryAfter } from '#domain/api/addresses'
import { type EmbeddedAnswers, embeddedAnswersId } from '#domain/api/wire'
import { type Answer, ApiError, answerOf } from './call.ts'

/** The end of a load: a value or an error. */
export interface Outcome<Value> {
  value?: Value
  error?: Error
}

export interface Loaded<Value> extends Outcome<Value> {
  /** The last loaded value. It stays while the next one loads. */
  value?: Value
  isLoading: boolean
  /** Loads again, as a person asks for it. */
  reload(): void
  /** Loads again in the background: the value stays until the next one arrives, even if loads fail temporarily. */
  refresh(): void
  /** Shows the value that an answer to an order has brought, until the next load. */
  take(value: Value): void
}

/** The minimum time between the starts of two loads in the background, in milliseconds. */
const pause = 400

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
  const schedule = useRef(() => {})
  const outdate = useRef(() => {})

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let next: ReturnType<typeof setTimeout> | undefined
    let startedAt = 0
    let isRunning = false
    let isStale = false
    /** True if an answer to an order has come since the load began, which may be from before that order. */
    let isOutdated = false

    async function run() {
      isStale = isRunning
      if (isRunning) return
      isRunning = true
      isOutdated = false
      startedAt = Date.now()
      try {
        const value = await latest.current(signal)
        if (!signal.aborted && !isOutdated) setState({ value, of: current })
      } catch (error) {
        if (!signal.aborted) fail(error as Error)
      }
      isRunning = false
      if (isStale || isOutdated) runLater()
    }

    function fail(error: Error) {
      const isPassing = error instanceof ApiError && error.isTemporary
      setState((last) => (isPassing && last.value && last.of === current ? last : { error, of: current }))
      if (isPassing) runLater(retryAfter)
    }

    function runLater(after = pause) {
      clearTimeout(next)
      if (!signal.aborted) next = setTimeout(run, Math.max(0, startedAt + after - Date.now()))
    }

    schedule.current = runLater
    outdate.current = () => {
      isOutdated = isRunning
    }
    const { current: outcome } = unused
    unused.current = undefined
    if (!outcome) void run()
    else if (outcome.error) fail(outcome.error)
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [current])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const refresh = useCallback(() => schedule.current(), [])
  const isLoading = state.of !== current
  return {
    value: state.value,
    error: isLoading ? undefined : state.error,
    isLoading,
    reload,
    refresh,
    take(value) {
      outdate.current()
      setState({ value, of: current })
    },
  }
}

/**
 * Returns a function that aborts the previous request and returns the signal for the next one. The last request is
 * aborted when the component unmounts.
 */
export function useLatestRequest(): () => AbortSignal {
  const last = useRef(new AbortController())
  useEffect(() => () => last.current.abort(), [])
  return () => {
    last.current.abort()
    last.current = new AbortController()
    return last.current.signal
  }
}

export const EmbeddedContext = createContext<EmbeddedAnswers>({})

/** Reads the answers that this page embeds. */
export function readEmbeddedAnswers(): EmbeddedAnswers {
  return JSON.parse(document.getElementById(embeddedAnswersId)?.textContent || '{}')
}

/**
 * Returns the outcome of a call whose answer the page embeds, or undefined. The first component that uses an answer
 * removes it once it is on the screen, because the answer may be outdated later.
 */
export function useEmbedded<Item, Value>(
  path: string,
  read: (answer: Answer<Item>) => Value,
): Outcome<Value> | undefined {
  const answers = useContext(EmbeddedContext)
  const [outcome] = useState(() => outcomeOf(answers[path], read))
  useEffect(() => {
    delete answers[path]
  }, [answers, path])
  return outcome
}

function outcomeOf<Item, Value>(
  response: EmbeddedAnswers[string] | undefined,
  read: (answer: Answer<Item>) => Value,
): Outcome<Value> | undefined {
  if (!response) return undefined
  try {
    return { value: read(answerOf(response as Parameters<typeof answerOf<Item>>[0])) }
  } catch (error) {
    return { error: error as Error }
  }
}
