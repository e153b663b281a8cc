/** One removed pilot: the photo, the number, the name, and the button that restores the pilot. */
import { useState } from 'react'
import { formatDni } from '#domain/pilot/dni'
import { fullName } from '#domain/pilot/full-name'
import type { RemovedPilot } from '#domain/pilot/removed'
import { formatMoment } from '#domain/text/date'
import { credentialPath, photoPath } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import { Photo } from '../photo/photo.tsx'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/number-plate.tsx'
import styles from './removed-screen.module.css'

interface RemovedRowProps {
  removed: RemovedPilot
  isRestored: boolean
  /** Is called before the pilot is restored. */
  onRestoring: () => void
  onRestored: () => void
}

export function RemovedRow({ removed, isRestored, onRestoring, onRestored }: RemovedRowProps) {
  const { pilot, at, by } = removed
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const name = fullName(pilot)

  async function restore() {
    setBusy(true)
    setError(undefined)
    onRestoring()
    try {
      await staffApi.undoRemove(pilot.id)
      onRestored()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <li className={styles.row} data-restored={isRestored || undefined}>
      <Photo
        className={styles.photo}
        src={pilot.photo ? photoPath(pilot.photo) : undefined}
        alt={`Foto de ${name}`}
      />
      <NumberPlate number={pilot.npiloto} className={styles.plate} />
      <div className={styles.who}>
        <b>{name}</b>
        <span>DNI {formatDni(pilot.dni)}</span>
      </div>
      {!isRestored && (
        <p className={styles.when}>
          <span className={styles.prefix}>Borrado el </span>
          <time dateTime={at}>{formatMoment(at)}</time>
          {by && <> por {by}</>}
        </p>
      )}
      {isRestored ? (
        <p className={styles.done} role="status">
          <b>Recuperado:</b>{' '}
          <Link ref={takeFocus} to={credentialPath(pilot.id)} aria-label={`Ver credencial de ${name}`}>
            Ver credencial
          </Link>
        </p>
      ) : (
        <button
          type="button"
          className={button.button}
          aria-label={`Recuperar a ${name}`}
          disabled={isBusy}
          onClick={restore}
        >
          Recuperar
        </button>
      )}
      {error && (
        <p className={styles.problem} role="alert">
          {!error.details.unknown && 'No se recuperó: '}
          {error.message}
          {error.details.id && (
            <>
              {'. '}
              <Link to={credentialPath(error.details.id)}>Ver el piloto</Link>
            </>
          )}
        </p>
      )}
    </li>
  )
}
