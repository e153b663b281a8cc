/** The dialog that settles an incident with a reason. */
import { type FormEvent, useId, useState } from 'react'
import { maxReasonLength } from '#domain/validity/terms'
import type { PassageRecord } from '#domain/web/gate-schemas'
import { ApiError } from '../api/api.ts'
import { gateApi } from '../api/gate-api.ts'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Failure } from '../ui/load.tsx'
import { passageSentence } from './passage-sentence.ts'

interface SettlementDialogProps {
  passage: PassageRecord
  /** Is called after the settlement is stored, before the dialog closes. */
  onSettled: () => void
  onClose: () => void
}

export function SettlementDialog({ passage, onSettled, onClose }: SettlementDialogProps) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await gateApi.settle(passage.id, reason)
      onSettled()
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }

  const problem = error?.fields.reason
  return (
    <Dialog
      title="Resolver la incidencia"
      isBusy={isBusy}
      onClose={onClose}
      foot={
        <>
          <button type="button" className={button.button} disabled={isBusy} onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form={formId} className={button.primary} disabled={isBusy}>
            Resolver
          </button>
        </>
      }
    >
      <p>
        {passage.pilot && <b>{passage.pilot.name}: </b>}
        {passageSentence(passage)}
      </p>
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          name="reason"
          label="Motivo"
          hint="Queda en el registro con la hora y con quién lo escribió."
          problem={problem}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              maxLength={maxReasonLength}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
      {error && !problem && <Failure hasUnsavedData error={error} />}
    </Dialog>
  )
}
