/** Answers a search for a code that found no pilot: links to the credential, or says why the code opens none. */
import { fullName } from '#domain/pilot/full-name'
import type { PilotId } from '#domain/pilot/pilot-id'
import { credentialPath } from '#domain/web/addresses'
import { ApiError, api } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { whyNot } from '../scan/code-lookup.ts'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'

export function CodeAnswer({ id }: { id: PilotId }) {
  const { value: pilot, error } = useLoad((signal) => api.credential(id, signal), id)
  if (pilot) {
    return (
      <Link className={button.primary} to={credentialPath(id)}>
        Abrir la credencial de {fullName(pilot)}
      </Link>
    )
  }
  const next = error instanceof ApiError ? error.details.next : undefined
  return (
    <>
      <p role="alert">{error && whyNot(error, id)}</p>
      {next && (
        <Link className={button.primary} to={credentialPath(next)}>
          Ver la credencial nueva
        </Link>
      )}
    </>
  )
}
