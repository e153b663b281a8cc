/** Makes a backup and saves it on the device of the person, with its progress. */
import { useEffect, useRef, useState } from 'react'
import { settingsApi } from '../api/settings-api.ts'
import { saveFile } from '../ui/saved-file.ts'

type NewBackupState =
  | { stage: 'idle' }
  | { stage: 'preparing'; bytes: number }
  | { stage: 'done'; name: string; bytes: number }
  | { stage: 'failed'; error: Error }

export function useNewBackup() {
  const [state, setState] = useState<NewBackupState>({ stage: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    setState({ stage: 'preparing', bytes: 0 })
    try {
      const { name, content } = await settingsApi.newBackup(
        (bytes) => setState({ stage: 'preparing', bytes }),
        abort.signal,
      )
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
