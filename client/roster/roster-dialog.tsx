/** The progress of the printed list. Escape and the button cancel it. */
import { figure } from '#domain/text/text'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'
import styles from './roster-dialog.module.css'

interface RosterDialogProps {
  loaded: number
  /** Absent until the first page has arrived. */
  total?: number
  error?: Error
  onRetry: () => void
  onClose: () => void
}

export function RosterDialog({ loaded, total, error, onRetry, onClose }: RosterDialogProps) {
  return (
    <Dialog
      title="Imprimir lista"
      onClose={onClose}
      foot={
        <button type="button" className={button.button} onClick={onClose}>
          Cancelar
        </button>
      }
    >
      {error ? (
        <Failure error={error} retry={onRetry} />
      ) : (
        <>
          <p role="status">Preparando la lista…</p>
          <progress
            className={styles.progress}
            aria-label="Pilotos preparados"
            value={loaded}
            max={total || 1}
          />
          <p className={styles.count}>{total !== undefined && `${figure(loaded)} de ${figure(total)}`}</p>
        </>
      )}
    </Dialog>
  )
}
