/**
 * The dialog that renews the credentials of a selection: first a preview, for which nothing changes, then the result.
 */
import { useState } from 'react'
import { credentialPath } from '#domain/api/addresses'
import type { RenewalReport } from '#domain/credential/calls'
import { describeStatus, earlyEndOf } from '#domain/credential/status'
import { dayInvalid } from '#domain/credential/validity-changes'
import { formatDate, readDay, today } from '#domain/text/date'
import { count, enumerate, figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { type Selection, toWire } from '../api/pilots.ts'
import button from '../ui/button.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { DayField } from '../ui/field.tsx'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Loading } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'

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
  const preview = useLoad(
    (signal) =>
      callForOne('POST /api/renewals', {
        body: { ...toWire(pilots), issued: given, dry_run: true },
        signal,
      }),
    issued,
  )
  const [done, setDone] = useState<RenewalReport>()
  const { run, isBusy, error, clear } = useAction(async () =>
    setDone(await callForOne('POST /api/renewals', { body: { ...toWire(pilots), issued: given } })),
  )
  const isReadable = readDay(typed) !== undefined
  const planned = preview.value?.renewed ?? 0

  function type(text: string) {
    setTyped(text)
    setLeft(false)
    clear()
    setIssued(readDay(text) ?? issued)
  }

  const isOne = 'ids' in pilots && pilots.ids?.length === 1
  const report = done ?? (preview.error ? undefined : preview.value)
  const isReady = isReadable && !preview.isLoading && !preview.error
  return (
    <Dialog
      title={done ? 'Renovación terminada' : 'Renovar credenciales'}
      isBusy={isBusy}
      onClose={onClose}
      cancel={done ? undefined : 'Cancelar'}
      foot={
        done ? (
          <Button key="close" ref={takeFocus} className={button.primary} onClick={onClose}>
            Listo
          </Button>
        ) : (
          planned > 0 && (
            <Button
              // The credential of one rider is renewed with Enter.
              ref={isOne ? takeFocus : undefined}
              className={button.primary}
              disabled={isBusy || !isReady}
              onClick={run}
            >
              Renovar {count(planned, 'credencial', 'credenciales')}
            </Button>
          )
        )
      }
    >
      {!done && (
        <fieldset className={field.short} disabled={isBusy} onBlur={() => setLeft(true)}>
          <DayField
            name="issued"
            label="Emitida el"
            hint={endsText(report)}
            problem={hasLeft && !isReadable ? dayInvalid : undefined}
            value={typed}
            onChange={type}
          />
        </fieldset>
      )}
      {error && <Failure hasUnsavedData error={error} retry={run} />}
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
  const reason = days.length > 1 ? ', según su licencia' : ''
  return `Vencen el ${enumerate(days.map(formatDate), 'o')}${reason}.`
}

interface ReportProps {
  report: RenewalReport
  /** The day of issue, as `YYYY-MM-DD`. */
  issued: string
  isDone: boolean
}

/** The last days that a renewal gives, and the pilots who are still not valid: in the future before it is done. */
function Report({ report, issued, isDone }: ReportProps) {
  const { total, renewed, unchanged, ends, invalid_total: invalidTotal } = report
  const isToday = issued === today()
  return (
    <div className={layout.stack}>
      <p role="status">
        <strong className={parts.lead}>{mainText(report, isDone)}</strong>
      </p>
      {ends.length > 0 && (
        <ul className={parts.lines}>
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
          La emisión pasa {isToday ? 'a hoy' : `al ${formatDate(issued)}`}, y una fecha propia de «Válida
          hasta» se quita. Todavía no se cambió nada.
        </p>
      )}
      {unchanged > 0 && (
        <p>
          {unchanged === total && total > 1 ? 'Todas quedan' : count(unchanged, 'queda', 'quedan')} como{' '}
          {unchanged === 1 ? 'está' : 'están'}: renovar {isToday ? 'hoy' : 'con esa emisión'} no les da más
          días.
        </p>
      )}
      {invalidTotal > 0 && <StillInvalid report={report} isDone={isDone} />}
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
function StillInvalid({ report, isDone }: Pick<ReportProps, 'report' | 'isDone'>) {
  const { invalid, invalid_total: total } = report
  return (
    <details className={parts.leftOut} open={total <= mostOpen}>
      <summary>
        {isDone ? 'Siguen' : 'Seguirán'} sin valer: {figure(total)}
      </summary>
      <ul>
        {invalid.map(({ id, name, status }) => (
          <li key={id}>
            <a className={layout.target} href={credentialPath(id)} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span className={layout.hint}>
              {describeStatus(status)}
              {earlyEndOf(status) && `, por el ${earlyEndOf(status)}`}
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
