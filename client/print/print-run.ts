/** An order to print, from the question whether to print cards again to the PDF, unless somebody stops it. */
import { useEffect, useRef, useState } from 'react'
import type { PrintProgress } from '#domain/web/wire'
import { ApiError } from '../api/api.ts'
import { type PrintOrder, staffApi } from '../api/staff-api.ts'

type PrintState =
  | { stage: 'choosing'; error?: Error }
  /** Some have a card: print theirs again? */
  | { stage: 'asking'; printed: number; total: number }
  | ({ stage: 'preparing' } & Progress)
  | { stage: 'ready'; url: string }

type Progress = Omit<PrintProgress, 'url'>

/** Before each look at how far it is, in milliseconds. */
const pause = 300

export function usePrintRun() {
  const [state, setState] = useState<PrintState>({ stage: 'choosing' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    const stop = () => running.current?.abort()
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [])

  async function start(order: PrintOrder) {
    if (running.current) return
    const own = new AbortController()
    running.current = own
    const show = (next: PrintState) => running.current === own && setState(next)
    show({ stage: 'preparing', before: 0, done: 0, total: 0 })
    try {
      const url = await prepare(order, own.signal, (progress) => show({ stage: 'preparing', ...progress }))
      show({ stage: 'ready', url })
      // A browser that takes it for a pop-up leaves the link.
      window.open(url, '_blank')
    } catch (error) {
      const { printed, total } = error instanceof ApiError ? error.details : {}
      if (own.signal.aborted) show({ stage: 'choosing' })
      else if (printed !== undefined && total !== undefined) show({ stage: 'asking', printed, total })
      else show({ stage: 'choosing', error: error as Error })
    }
    if (running.current === own) running.current = undefined
  }

  /** Goes back to the choice, and stops what is being prepared. */
  function back() {
    running.current?.abort()
    running.current = undefined
    setState({ stage: 'choosing' })
  }

  return { state, start, back }
}

/** Waits until the PDF is there, and gives its address; where it comes to no PDF, the server need not go on either. */
async function prepare(
  order: PrintOrder,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const job = await staffApi.print(order)
  const cancel = () => void staffApi.cancelPrint(job).catch(() => {})
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const { url, ...progress } = await staffApi.printProgress(job, signal)
      if (url) return url
      onProgress(progress)
    }
  } catch (error) {
    if (!signal.aborted) cancel()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
