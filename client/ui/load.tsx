/** Loading: its three states, and how waiting and failing look. */
import { Component, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { screens } from '#domain/addresses'
import { ApiError, retryAfter } from '../api/api.ts'
import button from './button.module.css'
import styles from './load.module.css'

export interface Loaded<Value> {
  /** The last value that came; it stays while another is on its way. */
  value?: Value
  error?: Error
  isLoading: boolean
  reload(): void
}

/**
 * Loads at the start and whenever `key` changes; an answer that comes too late is dropped. What fails in passing is
 * tried again by itself, and the error stays meanwhile.
 */
export function useLoad<Value>(load: (signal: AbortSignal) => Promise<Value>, key: string): Loaded<Value> {
  const [state, setState] = useState<{ value?: Value; error?: Error; of?: string }>({})
  const [attempt, setAttempt] = useState(0)
  const current = `${attempt} ${key}`
  const latest = useRef(load)
  latest.current = load

  useEffect(() => {
    const abort = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    function ask() {
      latest.current(abort.signal).then(
        (value) => !abort.signal.aborted && setState({ value, of: current }),
        (error) => !abort.signal.aborted && fail(error),
      )
    }
    function fail(error: Error) {
      setState({ error, of: current })
      if (error instanceof ApiError && error.isPassing) next = setTimeout(ask, retryAfter)
    }
    ask()
    return () => {
      abort.abort()
      clearTimeout(next)
    }
  }, [current])

  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const isLoading = state.of !== current
  return { value: state.value, error: isLoading ? undefined : state.error, isLoading, reload }
}

export function Loading() {
  return (
    <p className={styles.loading} role="status">
      Cargando…
    </p>
  )
}

export const notShown = new Error('La página no se pudo mostrar. Revise que el kiosco siga abierto.')

/** What went wrong, and what can be done: sign in again, or try a second time where that can help. */
export function Failure({
  error,
  retry,
  isKept = false,
  children,
}: {
  error: Error
  retry?: () => void
  /** Whether the page holds something that leaving it would lose: one signs in in another tab. */
  isKept?: boolean
  children?: ReactNode
}) {
  const { pathname, search } = useLocation()
  const status = error instanceof ApiError ? error.status : 0
  return (
    <div className={styles.failure} role="alert">
      <p>{error.message}</p>
      {status === 401 && (
        <Link
          className={button.button}
          to={screens.login}
          state={{ goingTo: pathname + search }}
          target={isKept ? '_blank' : undefined}
        >
          Iniciar sesión
        </Link>
      )}
      {retry && (isKept || (status !== 401 && status !== 404)) && (
        <button type="button" className={button.button} onClick={retry}>
          Reintentar
        </button>
      )}
      {children}
    </div>
  )
}

/** Shows a failure in the place of a screen that could not be drawn. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <Failure error={notShown} retry={() => window.location.reload()} />
  }
}
