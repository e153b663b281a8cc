/** Downloads a file that the server writes while it is sent, and saves it on the device of the person when it is complete. */
import { useEffect, useRef, useState } from 'react'
import type { NamedFile } from '../api/download.ts'
import { saveFile } from './saved-file.ts'

type DownloadState<Progress> =
  | { stage: 'idle' }
  | { stage: 'preparing'; progress?: Progress }
  | { stage: 'done'; name: string; bytes: number }
  | { stage: 'failed'; error: Error }

type Load<Progress> = (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<NamedFile>

/** A second start has no effect while a file is prepared. Leaving the page cancels it. */
export function useDownload<Progress>() {
  const [state, setState] = useState<DownloadState<Progress>>({ stage: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(load: Load<Progress>) {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    setState({ stage: 'preparing' })
    const show = (progress: Progress) => {
      if (!abort.signal.aborted) setState({ stage: 'preparing', progress })
    }
    try {
      const { name, content } = await load(show, abort.signal)
      if (abort.signal.aborted) return
      saveFile(name, content)
      setState({ stage: 'done', name, bytes: content.size })
    } catch (error) {
      if (!abort.signal.aborted) setState({ stage: 'failed', error: error as Error })
    } finally {
      if (running.current === abort) running.current = undefined
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = undefined
    setState({ stage: 'idle' })
  }

  return { state, start, cancel }
}
