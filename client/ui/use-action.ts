/** Runs what a person has started with a button: one at a time, and with its failure. */
import { useState } from 'react'
import { ApiError } from '../api/call.ts'

/** A second start has no effect while the action runs. An error that is not an `ApiError` is a bug, and is not kept. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function run(...args: Args): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await action(...args)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    run,
    isBusy,
    error,
    /** The problems of the fields that the server names. */
    problems: error?.fields ?? {},
    /** Forgets the failure, for example after the person has changed what was sent. */
    clear: () => setError(undefined),
  }
}
