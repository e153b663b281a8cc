/** Uploads a ZIP of pictures, shows what would happen, and waits until its photos are stored. */
import { useEffect, useRef, useState } from 'react'
import { maxZipBytes, zipTooLarge } from '#domain/import/pictures'
import type { PictureImportInfo, PicturePreviewInfo } from '#domain/web/file-schemas'
import { ApiError, retryAfter } from '../api/api.ts'
import { pictureApi } from '../api/picture-api.ts'

export type PictureReport = NonNullable<PictureImportInfo['report']>

export type PictureState =
  | { stage: 'choosing'; error?: Error }
  | { stage: 'sending'; name: string; sent: number; size: number }
  | { stage: 'reading'; name: string }
  | { stage: 'ready'; name: string; preview: PicturePreviewInfo }
  | { stage: 'making'; name: string; done: number; total: number }
  | { stage: 'done'; name: string; report: PictureReport }

/** The pause before each progress request, in milliseconds. */
const pause = 400

/** The most tries of a call that fails for a moment, such as while a phone changes its network. */
const tries = 5

interface Run {
  abort: AbortController
  name: string
  /** The identifier of the import, once the ZIP has arrived. */
  job?: string
}

export function usePictureRun() {
  const [state, setState] = useState<PictureState>({ stage: 'choosing' })
  const running = useRef<Run>(undefined)

  /** Ends the run, and removes its ZIP from the server. */
  function drop(): void {
    const run = running.current
    running.current = undefined
    run?.abort.abort()
    if (run?.job) pictureApi.cancel(run.job).catch(() => {})
  }
  const dropped = useRef(drop)
  dropped.current = drop
  useEffect(() => {
    const stop = () => dropped.current()
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [])

  /** Runs a part of the work. A failure returns to the choice of a file, and removes the ZIP. */
  async function guarded(run: Run, work: (show: (next: PictureState) => void) => Promise<void>) {
    const show = (next: PictureState) => {
      if (running.current === run) setState(next)
    }
    try {
      await work(show)
    } catch (error) {
      if (run.abort.signal.aborted) return
      drop()
      setState({ stage: 'choosing', error: error as Error })
    }
  }

  function choose(file: File): void {
    drop()
    const run: Run = { abort: new AbortController(), name: file.name }
    running.current = run
    const { signal } = run.abort
    void guarded(run, async (show) => {
      const { name, size } = file
      if (size > maxZipBytes) throw new ApiError(413, zipTooLarge)
      const onSent = (sent: number) =>
        show(sent < size ? { stage: 'sending', name, sent, size } : { stage: 'reading', name })
      onSent(0)
      const preview = await pictureApi.upload(file, onSent, signal)
      run.job = preview.job
      show({ stage: 'ready', name, preview })
    })
  }

  function make(replace: boolean): void {
    const run = running.current
    const { job, name } = run ?? {}
    if (!run || !job || !name || state.stage !== 'ready') return
    const { signal } = run.abort
    void guarded(run, async (show) => {
      show({ stage: 'making', name, done: 0, total: 0 })
      await persistently(signal, () => pictureApi.start(job, replace, signal))
      for (;;) {
        const { done, total, report } = await persistently(signal, () => pictureApi.progress(job, signal))
        if (report) {
          drop()
          return setState({ stage: 'done', name, report })
        }
        show({ stage: 'making', name, done, total })
        await wait(pause)
      }
    })
  }

  function reset(): void {
    drop()
    setState({ stage: 'choosing' })
  }

  return { state, choose, make, reset }
}

/** Repeats a call that may succeed later. @throws the error of the last try, or of a refusal */
async function persistently<Result>(signal: AbortSignal, ask: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await ask()
    } catch (error) {
      const mayRetry = error instanceof ApiError && error.isTemporary && count < tries
      if (!mayRetry || signal.aborted) throw error
      await wait(retryAfter)
    }
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
