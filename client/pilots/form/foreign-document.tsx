/** Asks whether a DNI is a foreign document, if national ones have another length. One key answers that it is. */
import { useEffect } from 'react'
import { foreignQuestion, otherLength } from '#domain/pilots/countries'
import { fields } from '#domain/pilots/fields'
import { readValue } from '#domain/pilots/pilot'
import { useSession } from '../../api/session.ts'
import button from '../../ui/button.module.css'
import { actionKeys, useActionKeys } from '../../ui/page-events.ts'
import styles from './form.module.css'
import type { PilotFormController } from './use-pilot-form.ts'

/** The question, which is the warning about the DNI once the person has left it. */
export function ForeignQuestion({ form }: { form: PilotFormController }) {
  return useQuestion(form)
}

/** The button that answers it, below the DNI. */
export function ForeignAnswer({ form }: { form: PilotFormController }) {
  // A registered document has other buttons.
  const isAsked = useQuestion(form) !== undefined && !form.duplicates.dni
  const { onKnown } = form
  function answer() {
    form.change('documento', form.state.values.dni.trim())
    // The kind of the document is asked next.
    form.replace('dni', fields.dni.none)
  }
  useActionKeys(isAsked ? { [actionKeys.foreign]: answer } : {})
  // The key is also that of the notice of the pilot before, which goes.
  useEffect(() => {
    if (isAsked) onKnown?.()
  }, [isAsked, onKnown])
  if (!isAsked) return null
  return (
    <button
      type="button"
      className={`${button.button} ${styles.foreign}`}
      // Tab goes from field to field; the keyboard has the key.
      tabIndex={-1}
      aria-keyshortcuts={actionKeys.foreign}
      onClick={answer}
    >
      Es de otro país <kbd>{actionKeys.foreign}</kbd>
    </button>
  )
}

function useQuestion({ state: { values, left } }: PilotFormController): string | undefined {
  const { country } = useSession()
  const dni = left.dni === values.dni ? readValue('dni', values.dni) : undefined
  const other = typeof dni === 'number' ? otherLength(dni, country) : undefined
  return other && foreignQuestion(Number(dni), other)
}
