/** Uploads a ZIP of pictures, shows what would happen, and waits until its photos are stored. */

import type { PictureImportInfo, PicturePreviewInfo } from '#domain/photos/calls'
import { maxZipBytes, zipTooLarge } from '#domain/photos/pictures'
import { ApiError, call, callForOne, retryAfter } from '../api/call.ts'
import { upload } from '../api/files.ts'
import { dropAtEnd, useRun, wait } from '../ui/run.tsx'

export type PictureReport = NonNullable<PictureImportInfo['report']>

export type PictureState =
  | { stage: 'choosing'; error?: Error }
  | { stage: 'sending'; name: string; sent: number; size: number }
  | { stage: 'ready'; name: string; preview: PicturePreviewInfo }
  | { stage: 'making'; name: string; done: number; total: number }
  | { stage: 'done'; name: string; report: PictureReport }

/** The pause before each progress request, in milliseconds. */
const pause = 400

/** The most tries of a call that fails for a moment, such as while a phone changes its network. */
const tries = 5

export function usePictureRun() {
  const run = useRun<PictureState>({ stage: 'choosing' }, (error) => ({ stage: 'choosing', error }))
  const { state } = run

  function choose(file: File): void {
    const { name, size } = file
    run.end()
    void run.go(async ({ signal, show }) => {
      if (size > maxZipBytes) throw new ApiError(413, zipTooLarge)
      const onSent = (sent: number) => show({ stage: 'sending', name, sent, size })
      onSent(0)
      const preview = await upload('POST /api/pictures', file, { type: 'application/zip', onSent, signal })
      dropAtEnd(signal, () =>
        call('DELETE /api/pictures/:job', { params: { job: preview.job }, keepalive: true }),
      )
      show({ stage: 'ready', name, preview })
    })
  }

  function make(replace: boolean): void {
    if (state.stage !== 'ready') return
    const { name, preview } = state
    const { job } = preview
    void run.go(async ({ signal, show }) => {
      show({ stage: 'making', name, done: 0, total: 0 })
      await persistently(signal, () =>
        callForOne('POST /api/pictures/:job', { params: { job }, body: { replace }, signal }),
      )
      for (;;) {
        const { done, total, report } = await persistently(signal, () =>
          callForOne('GET /api/pictures/:job', { params: { job }, signal }),
        )
        if (report) return run.end({ stage: 'done', name, report })
        show({ stage: 'making', name, done, total })
        await wait(pause)
      }
    })
  }

  return { state, choose, make, reset: () => run.end() }
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
