/** Undoing: the button that undoes an import or a merge as a whole, and why a pilot was not restored. */

import { credentialPath } from '#domain/api/addresses'
import type { UndoneImport } from '#domain/import/calls'
import { type ApiError, callForOne } from '../api/call.ts'
import button from './button.module.css'
import { Button, useAction } from './form.tsx'
import layout from './layout.module.css'
import { Link } from './link.tsx'
import { Failure } from './notice.tsx'

interface UndoImportProps {
  /** The number of the change. */
  change: number
  /** The text of the button. */
  action: string
  onUndone: (undone: UndoneImport) => void
}

/** The button that undoes an import or a merge as a whole. */
export function UndoImport({ change, action, onUndone }: UndoImportProps) {
  const { run, isBusy, error } = useAction(async () =>
    onUndone(await callForOne('POST /api/import/undo', { body: { change } })),
  )
  return (
    <>
      <Button className={`${button.button} ${layout.start}`} disabled={isBusy} onClick={run}>
        {action}
      </Button>
      {error && <Failure hasUnsavedData error={error} retry={error.isTemporary ? run : undefined} />}
    </>
  )
}

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
