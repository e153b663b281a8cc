/** Messages in the page: a load that is in progress or has failed, and notices about what has happened. */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { screens } from '#domain/api/addresses'
import { ApiError } from '../api/call.ts'
import type { Loaded } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import button from './button.module.css'
import layout from './layout.module.css'
import { Link } from './link.tsx'

export function Loading() {
  return (
    <p className={layout.loading} role="status">
      Cargando…
    </p>
  )
}

/** Displays a loaded value, or that it is on its way, or why it did not arrive. */
export function Awaited<Value>({
  load,
  children,
}: {
  load: Loaded<Value>
  children: (value: Value) => ReactNode
}) {
  const { value, error, reload } = load
  return (
    <>
      {error && <Failure error={error} retry={reload} />}
      {value === undefined ? !error && <Loading /> : children(value)}
    </>
  )
}

export const screenFailure = new Error('La página no se pudo mostrar. Revise que el kiosco siga abierto.')

/** Displays an error with its remedy: a link to sign in or, for what does not exist, to the list; or a retry button. */
export function Failure({
  error,
  retry,
  hasUnsavedData = false,
  children,
}: {
  error: Error
  /** Loads again, or the address that loads the page again on a page without scripts. */
  retry?: (() => void) | string
  /** True if leaving the page would lose data. Sign-in then opens in another tab, and `retry` is always offered. */
  hasUnsavedData?: boolean
  children?: ReactNode
}) {
  const { pathname, search } = useLocation()
  const { staff } = useSession()
  const status = error instanceof ApiError ? error.status : 0
  return (
    <div className={layout.failure} role="alert">
      <p>{error.message}</p>
      {status === 401 && (
        <Link
          className={button.button}
          to={screens.login}
          state={{ goingTo: pathname + search }}
          target={hasUnsavedData ? '_blank' : undefined}
        >
          Iniciar sesión
        </Link>
      )}
      {retry && (hasUnsavedData || (status !== 401 && status !== 404)) && <Retry retry={retry} />}
      {children}
      {status === 404 && staff && !hasUnsavedData && (
        <Link className={button.button} to={screens.search}>
          Ir a la lista
        </Link>
      )}
    </div>
  )
}

function Retry({ retry }: { retry: (() => void) | string }) {
  if (typeof retry === 'string') {
    return (
      <a className={button.button} href={retry}>
        Reintentar
      </a>
    )
  }
  return (
    <button type="button" className={button.button} onClick={retry}>
      Reintentar
    </button>
  )
}

/** A message above a form about an event, with the actions that the person can take. */
export function Notice({ kind, children }: { kind?: 'good' | 'warning'; children: ReactNode }) {
  return (
    <div className={layout.notice} data-kind={kind}>
      {children}
    </div>
  )
}

/** A notice of one paragraph about something that a person should look at. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <Notice kind="warning">
      <p>{children}</p>
    </Notice>
  )
}
