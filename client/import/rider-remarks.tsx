/** The riders of a file who were removed, whom an admin restores at once, and those whose DNI may be foreign. */
import { foreignAdvice, foreignRowsText, removedRowsText } from '#domain/import/rider-remarks'
import { figure } from '#domain/text/text'
import type { ImportAnswer } from '#domain/web/file-schemas'
import { useSession } from '../api/session.ts'
import { staffApi } from '../api/staff-api.ts'
import button from '../ui/button.module.css'
import { Failure } from '../ui/load.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './import.module.css'

interface RiderRemarksProps extends Pick<ImportAnswer, 'riders' | 'unit'> {
  /** Reads the file again once the riders are restored. Absent after the import. */
  onRestored?: () => void
}

export function RiderRemarks({ riders, unit, onRestored }: RiderRemarksProps) {
  if (!riders) return null
  const { removed, foreignRows, foreign, expected } = riders
  return (
    <>
      {removed.length > 0 && (
        <div className={styles.remark}>
          <details open={removed.length <= fewRows}>
            <summary className={styles.title}>{removedRowsText(removed.length)}</summary>
            <Rows rows={removed} unit={unit} total={removed.length} />
          </details>
          {onRestored && <RestoreAll ids={removed.map(({ id }) => id)} onRestored={onRestored} />}
        </div>
      )}
      {expected && (
        <details className={styles.remark} open={foreignRows <= fewRows}>
          <summary className={styles.title}>{foreignRowsText(foreignRows, expected)}</summary>
          <Rows rows={foreign} unit={unit} total={foreignRows} />
          <p>Se importan así; {foreignAdvice}.</p>
        </details>
      )}
    </>
  )
}

/** The number of rows that are shown without a press. */
const fewRows = 5

/** The most rows that are shown. */
const mostRows = 100

interface RowsProps extends Pick<ImportAnswer, 'unit'> {
  rows: NonNullable<ImportAnswer['riders']>['foreign']
  total: number
}

function Rows({ rows, unit, total }: RowsProps) {
  const shown = rows.slice(0, mostRows)
  return (
    <>
      <ul className={styles.rows}>
        {shown.map(({ line, rider, document }) => (
          <li key={line}>
            <strong>{`${unit} ${line}`}</strong> {rider}: {document}
          </li>
        ))}
      </ul>
      {total > shown.length && <p>y {figure(total - shown.length)} más</p>}
    </>
  )
}

function RestoreAll({ ids, onRestored }: { ids: string[]; onRestored: () => void }) {
  const { role } = useSession()
  const { run, isBusy, error } = useAction(async () => {
    await staffApi.undoRemoveMany(ids)
    onRestored()
  })
  if (role !== 'admin') return <p>Un administrador puede restaurarlos antes, con su credencial anterior.</p>
  return (
    <>
      <button type="button" className={button.button} disabled={isBusy} onClick={run}>
        {ids.length === 1 ? 'Restaurar' : `Restaurar a los ${figure(ids.length)}`}
      </button>
      {error && <Failure hasUnsavedData error={error} />}
    </>
  )
}
