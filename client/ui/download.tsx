/** Downloads a file that the server makes on request, and saves it on the device of the person when it is complete. */
import type { ComponentProps } from 'react'
import { fileSize } from '#domain/text/text'
import type { NamedFile } from '../api/files.ts'
import button from './button.module.css'
import layout from './layout.module.css'
import { Failure } from './load.tsx'
import { useRun } from './use-run.ts'

type DownloadState =
  | { stage: 'idle' }
  | { stage: 'preparing'; what: string; bytes: number }
  | { stage: 'done'; name: string; bytes: number }
  | { stage: 'failed'; error: Error }

/** Loads a file. `onBytes` receives the number of bytes so far. */
type Load = (onBytes: (bytes: number) => void, signal: AbortSignal) => Promise<NamedFile>

/** A second start has no effect while a file is prepared. Leaving the page cancels it. */
export function useDownload() {
  const run = useRun<DownloadState>({ stage: 'idle' }, (error) => ({ stage: 'failed', error }))
  const { state } = run

  /** `what` names the file for the person. */
  function start(what: string, load: Load) {
    if (run.isRunning()) return
    void run.go(async ({ signal, show }) => {
      const onBytes = (bytes: number) => show({ stage: 'preparing', what, bytes })
      onBytes(0)
      const { name, content } = await load(onBytes, signal)
      signal.throwIfAborted()
      saveFile(name, content)
      run.end({ stage: 'done', name, bytes: content.size })
    })
  }

  return { state, isBusy: state.stage === 'preparing', start, cancel: () => run.end() }
}

interface DownloadStatusProps extends Omit<ComponentProps<typeof Failure>, 'error'> {
  download: Pick<ReturnType<typeof useDownload>, 'state' | 'cancel'>
}

/** Says what becomes of the file, and why it failed, with a button that cancels it. */
export function DownloadStatus({ download: { state, cancel }, ...failure }: DownloadStatusProps) {
  return (
    <div>
      <p className={layout.breaks} role="status">
        {state.stage === 'preparing' &&
          `Preparando ${state.what}… ${state.bytes > 0 ? fileSize(state.bytes) : ''}`}
        {state.stage === 'done' && `Se descargó ${state.name} (${fileSize(state.bytes)}).`}
      </p>
      {state.stage === 'preparing' && (
        <button type="button" className={button.button} onClick={cancel}>
          Cancelar
        </button>
      )}
      {state.stage === 'failed' && <Failure {...failure} error={state.error} />}
    </div>
  )
}

/** Saves a file on the device of the person. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read the file after 60 seconds.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
