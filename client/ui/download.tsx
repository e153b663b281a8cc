/** Downloads a file that the server makes on request, and saves it on the device of the person when it is complete. */
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { fileSize } from '#domain/text/text'
import type { NamedFile } from '../api/download.ts'
import button from './button.module.css'
import styles from './load.module.css'
import { Failure } from './load.tsx'

type DownloadState =
  | { stage: 'idle' }
  | { stage: 'preparing'; what: string; bytes: number }
  | { stage: 'done'; name: string; bytes: number }
  | { stage: 'failed'; error: Error }

/** Loads a file. `onBytes` receives the number of bytes so far. */
type Load = (onBytes: (bytes: number) => void, signal: AbortSignal) => Promise<NamedFile>

/** A second start has no effect while a file is prepared. Leaving the page cancels it. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ stage: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** `what` names the file for the person. */
  async function start(what: string, load: Load) {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    const show = (next: DownloadState) => {
      if (!abort.signal.aborted) setState(next)
    }
    show({ stage: 'preparing', what, bytes: 0 })
    try {
      const { name, content } = await load((bytes) => show({ stage: 'preparing', what, bytes }), abort.signal)
      if (abort.signal.aborted) return
      saveFile(name, content)
      show({ stage: 'done', name, bytes: content.size })
    } catch (error) {
      show({ stage: 'failed', error: error as Error })
    } finally {
      if (running.current === abort) running.current = undefined
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = undefined
    setState({ stage: 'idle' })
  }

  return { state, isBusy: state.stage === 'preparing', start, cancel }
}

interface DownloadStatusProps extends Omit<ComponentProps<typeof Failure>, 'error'> {
  download: Pick<ReturnType<typeof useDownload>, 'state' | 'cancel'>
}

/** Says what becomes of the file, and why it failed, with a button that cancels it. */
export function DownloadStatus({ download: { state, cancel }, ...failure }: DownloadStatusProps) {
  return (
    <div className={styles.download}>
      <p role="status">
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
