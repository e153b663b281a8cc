/** The button that undoes an import as a whole. */
import { useState } from 'react'
import type { UndoneImport } from '#domain/import/undo'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import button from '../ui/button.module.css'
import { Failure } from '../ui/load.tsx'
import styles from './import-dialog.module.css'

interface UndoImportProps {
  /** The number of the import. */
  change: number
  onUndone: (undone: UndoneImport) => void
}

export function UndoImport({ change, onUndone }: UndoImportProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function undo() {
    setBusy(true)
    setError(undefined)
    try {
      onUndone(await staffApi.undoImport(change))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <>
      <button type="button" className={`${button.button} ${styles.undo}`} disabled={isBusy} onClick={undo}>
        Deshacer importación
      </button>
      {error && <Failure hasUnsavedData error={error} retry={error.isTemporary ? undo : undefined} />}
    </>
  )
}
