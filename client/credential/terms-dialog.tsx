/** The dialog *Vigencia*: the days and the suspension of a credential, with the status that they give. */
import { type FormEvent, useId } from 'react'
import type { CredentialPilot } from '#domain/api/wire'
import { termsLabels } from '#domain/credential/terms'
import { changeText } from '#domain/pilots/history/history'
import { fullName } from '#domain/pilots/pilot'
import { formatDate, today } from '#domain/text/date'
import button from '../ui/button.module.css'
import { Dialog, useLeaving } from '../ui/dialog.tsx'
import { Checkbox, DayField, ReasonField } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'
import { StatusMark } from '../ui/marks.tsx'
import { Failure, Notice } from '../ui/notice.tsx'
import styles from './credential-dialogs.module.css'
import { type TermsForm, useTermsForm } from './terms-form.ts'
import { actionNames } from './waiting-parts.tsx'

interface TermsDialogProps {
  pilot: CredentialPilot
  onSaved: (pilot: CredentialPilot) => void
  onClose: () => void
}

export function TermsDialog({ pilot, onSaved, onClose }: TermsDialogProps) {
  const formId = useId()
  const form = useTermsForm(pilot, (saved) => {
    onSaved(saved)
    onClose()
  })
  const { isDirty, isBusy, error, theirs } = form
  const { leaving, question } = useLeaving(
    isDirty,
    'Lo que cambió se perderá',
    `La vigencia de ${fullName(pilot)} todavía no se guardó.`,
  )

  function submit(event: FormEvent) {
    if (isDirty) return form.props.onSubmit(event)
    event.preventDefault()
    onClose()
  }

  return (
    <>
      <Dialog
        title={actionNames.terms}
        isBusy={isBusy}
        askBeforeClose={isDirty ? leaving(onClose) : undefined}
        onClose={onClose}
        foot={
          <>
            <Result form={form} />
            <button type="button" className={button.button} disabled={isBusy} onClick={leaving(onClose)}>
              Cancelar
            </button>
            <button type="submit" form={formId} className={button.primary} disabled={isBusy}>
              Guardar
            </button>
          </>
        }
      >
        <p className={styles.rider}>{fullName(pilot)}</p>
        {error && <Failure hasUnsavedData error={error} />}
        {theirs.length > 0 && (
          <div role="alert">
            <Notice kind="warning">
              <p>
                <b>Otra persona cambió esta vigencia mientras tanto.</b> Revise y guarde otra vez.
              </p>
              <ul className={layout.bullets}>
                {theirs.map((change) => (
                  <li key={change.field}>{changeText(change)}</li>
                ))}
              </ul>
            </Notice>
          </div>
        )}
        <form id={formId} className={styles.form} {...form.props} onSubmit={submit}>
          <TermsFields form={form} licence={pilot.licencia} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

/** The status after saving, which the server decides. */
function Result({ form: { status, isStatusLoading, isDirty, problems } }: { form: TermsForm }) {
  const hasProblem = Object.values(problems).some(Boolean)
  return (
    <p className={styles.result} role="status" aria-busy={isStatusLoading}>
      {status ? (
        <>
          {isDirty ? 'Quedará' : 'Ahora'} <StatusMark status={status} />
        </>
      ) : (
        hasProblem && 'Falta corregir algún dato.'
      )}
    </p>
  )
}

/** The fields of the dialog *Vigencia*: three days, and the suspension. */
type DayName = 'issued' | 'until' | 'medical' | 'from' | 'to'

function TermsFields({ form, licence }: { form: TermsForm; licence: string }) {
  const { values: typed, change, problems, base } = form

  function day(name: DayName, label: string, hint?: string) {
    return (
      <DayField
        {...form.field(name)}
        label={label}
        hint={hint}
        problem={problems[name]}
        onBlur={() => form.leave(name)}
      />
    )
  }

  /** A new suspension begins today. Days and a reason that were typed stay, even if the suspension is lifted again. */
  function suspend(isSuspended: boolean) {
    change({ isSuspended, ...(isSuspended && typed.from === '' && { from: formatDate(today()) }) })
  }

  return (
    <>
      <div className={styles.days}>
        {day('issued', termsLabels.issued, 'Vacía: el día del registro')}
        {day('until', termsLabels.until, `Vacía: según la licencia ${licence}`)}
        {day('medical', termsLabels.medical, 'Vacía: no cuenta')}
      </div>
      <fieldset className={styles.suspension} data-on={typed.isSuspended || undefined}>
        <legend>Suspensión</legend>
        <Checkbox checked={typed.isSuspended} onChange={suspend}>
          Suspender la credencial
        </Checkbox>
        {!typed.isSuspended && base.suspension && (
          <p role="status">Al guardar, se levanta la suspensión: {base.suspension.reason}</p>
        )}
        {typed.isSuspended && (
          <>
            <div className={styles.days}>
              {day('from', 'Primer día', 'Desde el comienzo de ese día')}
              {day('to', 'Último día', 'Vacío: hasta que se levante')}
            </div>
            <ReasonField
              {...form.field('reason')}
              hint="Lo lee solo el personal, nunca quien escanea."
              problem={problems.reason}
              rows={2}
            />
          </>
        )}
      </fieldset>
    </>
  )
}
