/** The fields of the dialog *Vigencia*: three days, and the suspension. */
import { formatDate, today } from '#domain/text/date'
import { maxReasonLength, termsLabels } from '#domain/validity/terms'
import { DayControl } from '../ui/day-control.tsx'
import { Field } from '../ui/field.tsx'
import styles from './terms-dialog.module.css'
import type { TermsForm } from './terms-form.ts'

type DayName = 'issued' | 'until' | 'medical' | 'from' | 'to'

export function TermsFields({ form, licence }: { form: TermsForm; licence: string }) {
  const { typed, type, problems, base } = form

  function day(name: DayName, label: string, hint?: string) {
    return (
      <Field name={name} label={label} hint={hint} problem={problems[name]}>
        {(control) => (
          <DayControl
            {...control}
            value={typed[name]}
            onChange={(value) => type({ [name]: value })}
            onBlur={() => form.leave(name)}
          />
        )}
      </Field>
    )
  }

  /** A new suspension begins today. Days and a reason that were typed stay, even if the suspension is lifted again. */
  function suspend(isSuspended: boolean) {
    type({ isSuspended, ...(isSuspended && typed.from === '' && { from: formatDate(today()) }) })
  }

  return (
    <>
      <div className={styles.days}>
        {day('issued', termsLabels.issued, 'Vacía: el día del registro')}
        {day('until', termsLabels.until, `Vacía: según la licencia ${licence}`)}
        {day('medical', termsLabels.medical, 'Vacía: no cuenta')}
      </div>
      <fieldset className={styles.suspension} data-on={typed.isSuspended || undefined}>
        <legend className={styles.legend}>Suspensión</legend>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={typed.isSuspended}
            onChange={({ target }) => suspend(target.checked)}
          />
          Suspender la credencial
        </label>
        {!typed.isSuspended && base.suspension && (
          <p role="status">Al guardar, se levanta la suspensión: {base.suspension.reason}</p>
        )}
        {typed.isSuspended && (
          <>
            <div className={styles.days}>
              {day('from', 'Primer día', 'Desde el comienzo de ese día')}
              {day('to', 'Último día', 'Vacío: hasta que se levante')}
            </div>
            <Field
              name="reason"
              label="Motivo"
              hint="Lo lee solo el personal, nunca quien escanea."
              problem={problems.reason}
              isRequired
            >
              {(control) => (
                <textarea
                  {...control}
                  rows={2}
                  maxLength={maxReasonLength}
                  value={typed.reason}
                  onChange={({ target }) => type({ reason: target.value })}
                />
              )}
            </Field>
          </>
        )}
      </fieldset>
    </>
  )
}
