/** Loading: its three states, and how waiting and failing look. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import button from './button.module.css'
import styles from './load.module.css'

export interface Loaded<Value> {
  /** The last value that came; it stays while another is on its way. */
  value?: Value
  error?: Error
  isLoading: boolean
  reload(): void
}

/** Loads at the start and whenever `key` changes; an answer that comes too late is dropped. */
export function useLoad<Value>(load: (signal: AbortSignal) => Promise<Value>, key: string): Loaded<Value> {
  const [state, setState] = useState<{ value?: Value; error?: Error; of?: string }>({})
  const [attempt, setAttempt] = useState(0)
  const current = `${attempt} ${key}`
  const latest = useRef(load)
  latest.current = load

  useEffect(() => {
    const abort = new AbortController()
    latest.current(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, of: current }),
      (error) => !abort.signal.aborted && setState({ error, of: current }),
    )
    return () => abort.abort()
  }, [current])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  return { value: state.value, error: state.error, isLoading: state.of !== current, reload }
}

export function Loading() {
  return (
    <p className={styles.loading} role="status">
      Cargando…
    </p>
  )
}

/** What went wrong, and a second try. */
export function Failure({
  error,
  retry,
  children,
}: {
  error: Error
  retry?: () => void
  children?: ReactNode
}) {
  return (
    <div className={styles.failure} role="alert">
      <p>{error.message}</p>
      {retry && (
        <button type="button" className={button.button} onClick={retry}>
          Reintentar
        </button>
      )}
      {children}
    </div>
  )
}
