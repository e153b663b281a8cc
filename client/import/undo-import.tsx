/** The button that undoes an import as a whole, and the outcome. */
import { useState } from 'react'
import { undoneText } from '#domain/import/undo'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import button from '../ui/button.module.css'
import { Failure } from '../ui/load.tsx'
import styles from './import-dialog.module.css'

/** `change` is the number of the import. */
export function UndoImport({ change }: { change: number }) {
  const [state, setState] = useState<'stored' | 'busy' | 'undone'>('stored')
  const [text, setText] = useState('')
  const [error, setError] = useState<ApiError>()

  async function undo() {
    setState('busy')
    setError(undefined)
    try {
      setText(undoneText(await staffApi.undoImport(change)))
      setState('undone')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setState('stored')
    }
  }

  return (
    <>
      <p className={styles.undone} role="status">
        {text}
      </p>
      {state !== 'undone' && (
        <button type="button" className={button.button} disabled={state === 'busy'} onClick={undo}>
          Deshacer importación
        </button>
      )}
      {error && <Failure hasUnsavedData error={error} retry={error.isTemporary ? undo : undefined} />}
    </>
  )
}
