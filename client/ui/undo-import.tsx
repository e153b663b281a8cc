/** The button that undoes an import or a merge as a whole. */
import type { UndoneImport } from '#domain/import/undo'
import { callForOne } from '../api/call.ts'
import button from './button.module.css'
import layout from './layout.module.css'
import { Failure } from './load.tsx'
import { useAction } from './use-action.ts'

interface UndoImportProps {
  /** The number of the change. */
  change: number
  /** The text of the button. */
  action: string
  onUndone: (undone: UndoneImport) => void
}

export function UndoImport({ change, action, onUndone }: UndoImportProps) {
  const { run, isBusy, error } = useAction(async () =>
    onUndone(await callForOne('POST /api/import/undo', { body: { change } })),
  )
  return (
    <>
      <button type="button" className={`${button.button} ${layout.start}`} disabled={isBusy} onClick={run}>
        {action}
      </button>
      {error && <Failure hasUnsavedData error={error} retry={error.isTemporary ? run : undefined} />}
    </>
  )
}
