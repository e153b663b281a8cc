/** What went wrong in a dialog, which stays as it is: one signs in in another tab, or tries again. */
import { screens } from '#domain/addresses'
import { ApiError } from '../api.ts'
import button from './button.module.css'
import styles from './dialog.module.css'

export function DialogFailure({ error, retry }: { error: Error; retry?: () => void }) {
  const status = error instanceof ApiError ? error.status : undefined
  return (
    <div className={styles.failure} role="alert">
      <p>{error.message}</p>
      {status === 401 && (
        <a className={button.button} href={screens.login} target="_blank" rel="noreferrer">
          Iniciar sesión en otra pestaña
        </a>
      )}
      {retry && (
        <button type="button" className={button.button} onClick={retry}>
          Reintentar
        </button>
      )}
    </div>
  )
}
