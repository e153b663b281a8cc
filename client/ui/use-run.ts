/** Runs of several steps that take a while: a file that is sent, shown and used, or one that the server makes. */
import { useEffect, useRef, useState } from 'react'
import { asError } from '#domain/errors'
import { ApiError } from '../api/call.ts'

interface Step<State> {
  /** Aborts when the run ends. */
  signal: AbortSignal
  /** Displays a state, unless the run has ended. */
  show: (state: State) => void
}

/**
 * Holds the state of one run at a time. It ends if a step fails, if the person cancels it, or if the page is left.
 * `failed` returns the state after a failure.
 */
export function useRun<State>(initial: State, failed: (error: Error) => State) {
  const [state, setState] = useState(initial)
  const running = useRef<AbortController>(undefined)

  function end(next = initial) {
    running.current?.abort()
    running.current = undefined
    setState(next)
  }
  useEnd(end)

  /** Does the next step of the run, or the first one of a new run. */
  async function go(step: (run: Step<State>) => Promise<void>) {
    running.current ??= new AbortController()
    const { signal } = running.current
    try {
      await step({ signal, show: (next) => signal.aborted || setState(next) })
    } catch (error) {
      if (!signal.aborted) end(failed(asError(error)))
    }
  }

  return { state, isRunning: () => running.current !== undefined, go, end }
}

/** Calls `end` when the page or the component is left. */
export function useEnd(end: () => void): void {
  const latest = useRef(end)
  latest.current = end
  useEffect(() => {
    const leave = () => latest.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/** Calls `drop` when a run ends, or at once if it has. Returns the function that keeps what it would drop. */
export function dropAtEnd(signal: AbortSignal, drop: () => Promise<unknown>): () => void {
  const leave = () => void drop().catch(() => {})
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  return () => signal.removeEventListener('abort', leave)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Adds to an error without an answer that the action may have succeeded. */
export function withUnknownOutcome(error: Error, text: string): Error {
  const isUnknown = error instanceof ApiError && error.status === 0
  return isUnknown ? new ApiError(0, `${text} ${error.message}`) : error
}
