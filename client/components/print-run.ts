/** An order to print, from the question whether to print cards again to the PDF. */
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { type PrintOrder, staffApi } from '../staff-api.ts'

type PrintState =
  | { stage: 'choosing'; error?: Error }
  /** Some have a card: print theirs again? */
  | { stage: 'asking'; printed: number; total: number }
  | { stage: 'preparing'; done: number; total: number }
  | { stage: 'ready'; url: string }

/** Before each look at how far it is, in milliseconds. */
const pause = 300

export function usePrintRun() {
  const [state, setState] = useState<PrintState>({ stage: 'choosing' })
  const isPreparing = useRef(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  async function start(order: PrintOrder) {
    if (isPreparing.current) return
    isPreparing.current = true
    setState({ stage: 'preparing', done: 0, total: 0 })
    try {
      const url = await prepare(await staffApi.print(order), leaving.current.signal, (done, total) =>
        setState({ stage: 'preparing', done, total }),
      )
      setState({ stage: 'ready', url })
      // A browser that takes it for a pop-up leaves the link.
      window.open(url, '_blank')
    } catch (error) {
      const { printed, total } = error instanceof ApiError ? error.details : {}
      setState(
        printed !== undefined && total !== undefined
          ? { stage: 'asking', printed, total }
          : { stage: 'choosing', error: error as Error },
      )
    } finally {
      isPreparing.current = false
    }
  }

  return { state, start, back: () => setState({ stage: 'choosing' }) }
}

/** Waits until the PDF is there, and gives its address. */
async function prepare(
  job: string,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<string> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const { done, total, url } = await staffApi.printProgress(job, signal)
    if (url) return url
    onProgress(done, total)
  }
}
