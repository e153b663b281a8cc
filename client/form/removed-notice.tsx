/** The notice about a pilot who was removed, displayed until the next action. */
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { credentialPath } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'

export function RemovedNotice({ pilot }: { pilot: Pilot }) {
  const navigate = useNavigate()
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    try {
      navigate(credentialPath((await staffApi.undoRemove(pilot.id)).id))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <Notice>
      <p>
        <strong>Se borró a {fullName(pilot)}</strong>
        {error && (
          <>
            {' '}
            {!error.details.unknown && 'No se pudo deshacer: '}
            {error.message}
            {error.details.id && (
              <>
                {': '}
                <Link to={credentialPath(error.details.id)}>ver el piloto</Link>
              </>
            )}
          </>
        )}
      </p>
      <button type="button" className={button.button} disabled={isBusy} onClick={undo}>
        Deshacer
      </button>
    </Notice>
  )
}
