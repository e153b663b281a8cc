/** A dialog with an action: a question before what is not easily undone, or a few fields. */
import { type FormEvent, type ReactNode, useId } from 'react'
import { ApiError } from '../api/api.ts'
import button from './button.module.css'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Failure } from './load.tsx'
import { useAction } from './use-action.ts'

interface ConfirmationProps {
  title: string
  /** The text of the button that starts the action. */
  action: string
  /**
   * Does the action, and closes the dialog afterwards. The dialog displays an `ApiError` that it throws, except the
   * problems of fields, which `children` displays: the first of these fields gets the focus.
   */
  confirm: () => Promise<void>
  onClose: () => void
  children: ReactNode | ((problems: Record<string, string>) => ReactNode)
}

export function Confirmation({ title, action, confirm, onClose, children }: ConfirmationProps) {
  const id = useId()
  const { run, isBusy, error, problems } = useAction(async (form: HTMLFormElement) => {
    try {
      await confirm()
    } catch (failure) {
      const [name] = failure instanceof ApiError ? Object.keys(failure.fields) : []
      form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
      throw failure
    }
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(event.currentTarget)
  }

  return (
    <Dialog
      title={title}
      isBusy={isBusy}
      onClose={onClose}
      foot={
        <>
          <button type="button" className={button.button} disabled={isBusy} onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form={id} className={button.primary} disabled={isBusy}>
            {action}
          </button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit} noValidate>
        {typeof children === 'function' ? children(problems) : children}
      </form>
      {error && Object.keys(problems).length === 0 && <Failure hasUnsavedData error={error} />}
    </Dialog>
  )
}
