/** The dialog that renews the credentials of a selection: first a preview, for which nothing changes, then the result. */
import { useState } from 'react'
import { formatDate } from '#domain/text/date'
import { count, figure } from '#domain/text/text'
import { describeStatus } from '#domain/validity/status'
import { credentialPath } from '#domain/web/addresses'
import type { RenewalReport } from '#domain/web/schemas'
import { type Selection, staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import styles from './renew-dialog.module.css'

interface RenewDialogProps {
  selection: Selection
  onClose: () => void
}

export function RenewDialog({ selection, onClose }: RenewDialogProps) {
  // The selection of the moment at which the dialog opened.
  const [pilots] = useState(selection)
  const preview = useLoad((signal) => staffApi.previewRenewal(pilots, signal), 'renewal')
  const [done, setDone] = useState<RenewalReport>()
  const [failure, setFailure] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const planned = preview.value?.renewed ?? 0

  async function renew() {
    setBusy(true)
    setFailure(undefined)
    try {
      setDone(await staffApi.renew(pilots))
    } catch (error) {
      setFailure(error as Error)
    }
    setBusy(false)
  }

  const report = done ?? preview.value
  const isOver = done !== undefined || (preview.value !== undefined && planned === 0)
  return (
    <Dialog
      title={done ? 'Renovación terminada' : 'Renovar credenciales'}
      isBusy={isBusy}
      onClose={onClose}
      foot={
        isOver ? (
          <button key="close" ref={takeFocus} type="button" className={button.primary} onClick={onClose}>
            Listo
          </button>
        ) : (
          <>
            <button type="button" className={button.button} disabled={isBusy} onClick={onClose}>
              Cancelar
            </button>
            {planned > 0 && (
              <button type="button" className={button.primary} disabled={isBusy} onClick={renew}>
                Renovar {count(planned, 'credencial', 'credenciales')}
              </button>
            )}
          </>
        )
      }
    >
      {failure && <Failure hasUnsavedData error={failure} retry={renew} />}
      {preview.error && !done && <Failure error={preview.error} retry={preview.reload} />}
      {!report && !preview.error && <Loading />}
      {report && <Report report={report} isDone={done !== undefined} />}
    </Dialog>
  )
}

/** The report of a renewal, in the future before it is done. */
function Report({ report, isDone }: { report: RenewalReport; isDone: boolean }) {
  const { total, renewed, unchanged, ends, invalid_total: invalidTotal } = report
  return (
    <div className={styles.report}>
      <p role="status">
        <strong className={styles.main}>{mainText(report, isDone)}</strong>
      </p>
      {ends.length > 0 && (
        <ul className={styles.ends}>
          {ends.map(({ before, after, pilots }) => (
            <li key={`${before} ${after}`}>
              <b>{figure(pilots)}</b> del {formatDate(before)} <span aria-hidden="true">→</span> al{' '}
              <b>{formatDate(after)}</b>
            </li>
          ))}
        </ul>
      )}
      {renewed > 0 && !isDone && (
        <p>
          La emisión pasa a hoy, y una fecha propia de «Válida hasta» se quita. Todavía no se cambió nada.
        </p>
      )}
      {unchanged > 0 && (
        <p>
          {unchanged === total && total > 1 ? 'Todas quedan' : count(unchanged, 'queda', 'quedan')} como{' '}
          {unchanged === 1 ? 'está' : 'están'}: renovar hoy no les da más días.
        </p>
      )}
      {invalidTotal > 0 && <Invalid report={report} isDone={isDone} />}
    </div>
  )
}

function mainText({ renewed, total }: RenewalReport, isDone: boolean): string {
  if (renewed === 0) return isDone ? 'No se renovó ninguna.' : 'No hay ninguna que renovar.'
  const credentials = count(renewed, 'credencial', 'credenciales')
  const among = renewed < total ? ` de ${figure(total)}` : ''
  if (isDone) return `Se ${renewed === 1 ? 'renovó' : 'renovaron'} ${credentials}${among}.`
  return `Se ${renewed === 1 ? 'renueva' : 'renuevan'} ${credentials}${among}.`
}

/** Names the pilots whose credentials are still not valid, and says why. */
function Invalid({ report, isDone }: { report: RenewalReport; isDone: boolean }) {
  const { invalid, invalid_total: total } = report
  return (
    <details className={styles.invalid} open={total <= mostOpen}>
      <summary>
        {isDone ? 'Siguen' : 'Seguirán'} sin valer: {figure(total)}
      </summary>
      <ul>
        {invalid.map(({ id, name, status }) => (
          <li key={id}>
            <a href={credentialPath(id)} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span>
              {describeStatus(status)}
              {status.isMedical && ', por el certificado médico'}
              {status.reason && `: ${status.reason}`}
            </span>
          </li>
        ))}
        {total > invalid.length && <li>y {figure(total - invalid.length)} más</li>}
      </ul>
    </details>
  )
}

/** The greatest number of names that are shown without being asked for. */
const mostOpen = 5
