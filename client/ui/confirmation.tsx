/** A dialog with an action: a question before what is not easily undone, or a few fields. */
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import button from './button.module.css'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Failure } from './load.tsx'
import { type Form, useForm } from './use-form.ts'

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'foot'> {
  /** The text of the button that starts the action. */
  action: string
  /** Sends the values of the fields, and closes the dialog afterwards. */
  form: Pick<Form<unknown>, 'props' | 'isBusy' | 'error'>
}

/** A dialog with a few fields. */
export function FormDialog({ action, form, children, ...dialog }: FormDialogProps) {
  const id = useId()
  const { isBusy, error } = form
  return (
    <Dialog
      isBusy={isBusy}
      cancel="Cancelar"
      {...dialog}
      foot={
        <button type="submit" form={id} className={button.primary} disabled={dialog.isBusy ?? isBusy}>
          {action}
        </button>
      }
    >
      <form id={id} className={styles.form} {...form.props}>
        {children}
      </form>
      {error && <Failure hasUnsavedData error={error} />}
    </Dialog>
  )
}

interface ConfirmationProps extends Omit<FormDialogProps, 'form'> {
  /** Does the action, and closes the dialog afterwards. The dialog displays an `ApiError` that it throws. */
  confirm: () => Promise<void>
}

/** A question before an action. */
export function Confirmation({ confirm, ...dialog }: ConfirmationProps) {
  return <FormDialog {...dialog} form={useForm({ stored: {}, send: confirm })} />
}

interface QuestionProps extends Pick<FormDialogProps, 'title' | 'children'> {
  /** The texts of the button. The one of `main` has the focus. */
  main: string
  other: string
  /** Receives true for the main answer, false for the other one, and nothing if the question is closed. */
  onAnswer: (isMain?: boolean) => void
}

/** A question with two answers. */
export function Question({ title, main, other, onAnswer, children }: QuestionProps) {
  const focused = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now, and has focused its first button.
  useEffect(() => focused.current?.focus(), [])
  return (
    <Dialog
      title={title}
      onClose={() => onAnswer()}
      foot={
        <>
          <button type="button" className={button.button} onClick={() => onAnswer(false)}>
            {other}
          </button>
          <button type="button" ref={focused} className={button.primary} onClick={() => onAnswer(true)}>
            {main}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** Returns the function that makes actions ask first while they would lose what a person decided, and its question. */
export function useLeaving(isAtRisk: boolean, title: string, text: string) {
  const [pending, setPending] = useState<{ leave: () => void; focused: Element | null }>()
  useEffect(
    () => () => {
      if (pending?.focused instanceof HTMLElement) pending.focused.focus()
    },
    [pending],
  )

  async function discard() {
    setPending(undefined)
    pending?.leave()
  }

  return {
    leaving: (leave: () => void) => () =>
      isAtRisk ? setPending({ leave, focused: document.activeElement }) : leave(),
    question: pending && (
      <Confirmation title={title} action="Descartar" confirm={discard} onClose={() => setPending(undefined)}>
        <p>{text}</p>
      </Confirmation>
    ),
  }
}
