/** The dialog *Vigencia*: the days and the suspension of a credential, with the status that they give. */
import { type FormEvent, useId, useState } from 'react'
import { fullName } from '#domain/pilot/full-name'
import { changeText } from '#domain/pilot/history'
import type { CredentialPilot } from '#domain/web/wire'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/confirmation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'
import { Notice } from '../ui/notice.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { actionNames } from './action-names.ts'
import styles from './terms-dialog.module.css'
import { TermsFields } from './terms-fields.tsx'
import { type TermsForm, useTermsForm } from './terms-form.ts'

interface TermsDialogProps {
  pilot: CredentialPilot
  onSaved: (pilot: CredentialPilot) => void
  onClose: () => void
}

export function TermsDialog({ pilot, onSaved, onClose }: TermsDialogProps) {
  const formId = useId()
  const [isLeaving, setLeaving] = useState(false)
  const form = useTermsForm(pilot, (saved) => {
    onSaved(saved)
    onClose()
  })
  const { isDirty, isBusy, error, theirs } = form

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (!isDirty) return onClose()
    const { elements } = event.currentTarget
    const problem = await form.save()
    const control = problem && elements.namedItem(problem)
    if (control instanceof HTMLElement) control.focus()
  }

  const leave = isDirty ? () => setLeaving(true) : onClose
  return (
    <>
      <Dialog
        title={actionNames.terms}
        isBusy={isBusy}
        askBeforeClose={isDirty ? leave : undefined}
        onClose={onClose}
        foot={
          <>
            <Result form={form} />
            <button type="button" className={button.button} disabled={isBusy} onClick={leave}>
              Cancelar
            </button>
            <button type="submit" form={formId} className={button.primary} disabled={isBusy}>
              Guardar
            </button>
          </>
        }
      >
        <p className={styles.name}>{fullName(pilot)}</p>
        {error && <Failure hasUnsavedData error={error} />}
        {theirs.length > 0 && (
          <div role="alert">
            <Notice kind="warning">
              <p>
                <b>Otra persona cambió esta vigencia mientras tanto.</b> Revise y guarde otra vez.
              </p>
              <ul className={styles.theirs}>
                {theirs.map((change) => (
                  <li key={change.field}>{changeText(change)}</li>
                ))}
              </ul>
            </Notice>
          </div>
        )}
        <form id={formId} className={styles.form} onSubmit={submit} noValidate>
          <TermsFields form={form} licence={pilot.licencia} />
        </form>
      </Dialog>
      {isLeaving && (
        <Confirmation
          title="Lo que cambió se perderá"
          action="Descartar"
          confirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        >
          <p>La vigencia de {fullName(pilot)} todavía no se guardó.</p>
        </Confirmation>
      )}
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
