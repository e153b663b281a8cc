/** The dialog that renews the credentials of a selection: first a preview, for which nothing changes, then the result. */
import { useState } from 'react'
import { formatDate, today } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import { readDay } from '#domain/text/typed-day'
import { dayInvalid } from '#domain/validity/changes'
import type { RenewalReport } from '#domain/web/schemas'
import { type Selection, staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { DayControl } from '../ui/day-control.tsx'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import styles from './renew-dialog.module.css'
import { Report } from './renewal-report.tsx'

interface RenewDialogProps {
  selection: Selection
  onClose: () => void
}

export function RenewDialog({ selection, onClose }: RenewDialogProps) {
  // The selection and the day of the moment at which the dialog opened.
  const [pilots] = useState(selection)
  const [opened] = useState(today)
  const [typed, setTyped] = useState(formatDate(opened))
  /** The last readable day of issue. */
  const [issued, setIssued] = useState(opened)
  const [hasLeft, setLeft] = useState(false)
  // The server decides which day it is today.
  const given = issued === opened ? undefined : issued
  const preview = useLoad((signal) => staffApi.previewRenewal(pilots, given, signal), issued)
  const [done, setDone] = useState<RenewalReport>()
  const [failure, setFailure] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const isReadable = readDay(typed) !== undefined
  const planned = preview.value?.renewed ?? 0

  function type(text: string) {
    setTyped(text)
    setLeft(false)
    setFailure(undefined)
    setIssued(readDay(text) ?? issued)
  }

  async function renew() {
    setBusy(true)
    setFailure(undefined)
    try {
      setDone(await staffApi.renew(pilots, given))
    } catch (error) {
      setFailure(error as Error)
    }
    setBusy(false)
  }

  const report = done ?? (preview.error ? undefined : preview.value)
  const isReady = isReadable && !preview.isLoading && !preview.error
  return (
    <Dialog
      title={done ? 'Renovación terminada' : 'Renovar credenciales'}
      isBusy={isBusy}
      onClose={onClose}
      foot={
        done ? (
          <button key="close" ref={takeFocus} type="button" className={button.primary} onClick={onClose}>
            Listo
          </button>
        ) : (
          <>
            <button type="button" className={button.button} disabled={isBusy} onClick={onClose}>
              Cancelar
            </button>
            {planned > 0 && (
              <button type="button" className={button.primary} disabled={isBusy || !isReady} onClick={renew}>
                Renovar {count(planned, 'credencial', 'credenciales')}
              </button>
            )}
          </>
        )
      }
    >
      {!done && (
        <fieldset className={styles.issued} disabled={isBusy} onBlur={() => setLeft(true)}>
          <Field
            name="issued"
            label="Emitida el"
            hint={endsText(report)}
            problem={hasLeft && !isReadable ? dayInvalid : undefined}
          >
            {(control) => <DayControl {...control} value={typed} onChange={type} />}
          </Field>
        </fieldset>
      )}
      {failure && <Failure hasUnsavedData error={failure} retry={renew} />}
      {preview.error && !done && <Failure error={preview.error} retry={preview.reload} />}
      {!report && !preview.error && <Loading />}
      {report && <Report report={report} issued={issued} isDone={done !== undefined} />}
    </Dialog>
  )
}

/** Says until when the renewed credentials are valid. */
function endsText(report?: RenewalReport): string {
  const days = [...new Set(report?.ends.map(({ after }) => after))].sort()
  if (days.length === 0) return 'Desde ese día cuenta la vigencia.'
  const ofLicence = days.length > 1 ? ', según su licencia' : ''
  return `Vencen el ${enumerate(days.map(formatDate), 'o')}${ofLicence}.`
}
