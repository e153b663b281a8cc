/** Why a pilot was not restored, with a link to the other pilot who stands in the way. */
import { credentialPath } from '#domain/api/addresses'
import type { ApiError } from '../api/call.ts'
import { Link } from './link.tsx'

/** `failure` opens the message, unless nobody knows whether the pilot was restored. */
export function UndoProblem({
  error,
  failure = 'No se pudo deshacer',
}: {
  error: ApiError
  failure?: string
}) {
  return (
    <>
      {!error.details.unknown && `${failure}: `}
      {error.message}
      <PilotLink id={error.details.id} />
    </>
  )
}

/** The link at the end of a message about another pilot, if there is one. */
export function PilotLink({ id }: { id?: string }) {
  return (
    id && (
      <>
        {'. '}
        <Link to={credentialPath(id)}>Ver el piloto</Link>
      </>
    )
  )
}
