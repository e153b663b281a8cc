/**
 * Modal dialogs with a title, a close button, and their actions at the foot: questions, and forms of a few fields.
 */
import {
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Loaded } from '../api/load.ts'
import button from './button.module.css'
import styles from './dialog.module.css'
import { ReasonField } from './field.tsx'
import { Button, type Form, useAction, useForm } from './form.tsx'
import { LineIcon } from './images.tsx'
import layout from './layout.module.css'
import { Awaited, Failure } from './notice.tsx'

interface DialogProps {
  title: string
  /** True if the dialog is wide enough for a table. */
  isWide?: boolean
  /** True if the dialog takes the whole height of a phone. */
  isTall?: boolean
  /** True while an action runs. The dialog cannot be closed until the action ends. */
  isBusy?: boolean
  /** True if the dialog only shows something, so that a scan may close it. */
  closesOnScan?: boolean
  /** Asks the person instead of closing the dialog. Set it while data would be lost. */
  askBeforeClose?: () => void
  onClose: () => void
  /** The text of the button at the foot that closes the dialog, if there is one. */
  cancel?: string
  foot?: ReactNode
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  const {
    title,
    isWide,
    isTall,
    isBusy = false,
    closesOnScan,
    askBeforeClose,
    onClose,
    cancel,
    foot,
    children,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // The browser has chosen the button that closes.
    dialog.current?.focus()
    beginIn(dialog.current)
    // Only a dialog that closes itself gives the focus back, and one that loads is replaced by another.
    return () => {
      if (document.activeElement === document.body) takeFocus(opener)
    }
  }, [])
  const body = useShownMessages(() => beginIn(dialog.current))
  const leave = askBeforeClose ?? onClose

  /**
   * Handles Escape. The event of a dialog that closes by itself comes later, and would close one that was opened meanwhile.
   * File inputs in the dialog send the same event if no file is chosen.
   */
  function pressEscape(event: SyntheticEvent) {
    if (event.target !== dialog.current) return
    event.preventDefault()
    if (!isBusy) leave()
  }

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.dialog}
      data-wide={isWide || undefined}
      data-tall={isTall || undefined}
      data-closes-on-scan={closesOnScan || undefined}
      aria-labelledby={id}
      onCancel={pressEscape}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button className={styles.close} aria-label="Cerrar" disabled={isBusy} onClick={leave}>
          <LineIcon size={22} stroke={2.5} d="M5 5l14 14M19 5L5 19" />
        </Button>
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {(cancel || foot) && (
        <div className={styles.foot}>
          {cancel && (
            <Button disabled={isBusy} onClick={leave}>
              {cancel}
            </Button>
          )}
          {foot}
        </div>
      )}
    </dialog>
  )
}

/** Focuses the first field of a dialog, which may load it late, until something else in the dialog has the focus. */
function beginIn(dialog: HTMLDialogElement | null): void {
  if (document.activeElement !== dialog) return
  const inputs = dialog?.querySelectorAll<HTMLInputElement>(
    ':is(input, select, textarea):enabled:not([type="file"])',
  )
  const fields = [...(inputs ?? [])].filter((field) => field.getClientRects().length > 0)
  const [first] = fields
  // Of some options, the chosen one.
  const chosen = first?.type === 'radio' && fields.find(({ name, checked }) => name === first.name && checked)
  ;(chosen || first)?.focus()
}

/** Scrolls a message that appears into view: the foot of the dialog covers no part of it. Calls `onChange` at each change. */
function useShownMessages(onChange: () => void) {
  const body = useRef<HTMLDivElement>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const observer = new MutationObserver((records) => {
      latest.current()
      const shown = records.flatMap(messagesIn).findLast((message) => message.textContent)
      shown?.scrollIntoView({ block: 'nearest' })
    })
    if (body.current) observer.observe(body.current, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return body
}

/** Returns the messages that a change has added or altered. */
function messagesIn({ target, addedNodes }: MutationRecord): Element[] {
  const selector = `[role="alert"], .${layout.problem}`
  const changed = (target instanceof Element ? target : target.parentElement)?.closest(selector)
  const added = [...addedNodes].flatMap((node) =>
    node instanceof Element
      ? [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]
      : [],
  )
  return [...(changed ? [changed] : []), ...added]
}

/** Focuses an element. Use it as the `ref` of an element that replaces the button that was pressed. */
export function takeFocus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus()
}

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'foot'> {
  /** The text of the button that starts the action. */
  action: string
  /** True if that button has the focus, so that one key does it. */
  isActionFocused?: boolean
  /** Sends the values of the fields, and closes the dialog afterwards. */
  form: Pick<Form<unknown>, 'props' | 'isBusy' | 'error'>
}

/** A dialog with a few fields. */
export function FormDialog({ action, isActionFocused, form, children, ...dialog }: FormDialogProps) {
  const id = useId()
  const submit = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now, and has focused its first button.
  useEffect(() => {
    if (isActionFocused) submit.current?.focus()
  }, [isActionFocused])
  const { isBusy, error } = form
  // The button cannot hold the focus while it is disabled. After a refusal, a person goes on from there.
  useEffect(() => {
    if (!isBusy && document.activeElement === document.body) submit.current?.focus()
  }, [isBusy])
  return (
    <Dialog
      isBusy={isBusy}
      cancel="Cancelar"
      {...dialog}
      foot={
        <button
          ref={submit}
          type="submit"
          form={id}
          className={button.primary}
          disabled={dialog.isBusy ?? isBusy}
        >
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

interface ReasonDialogProps
  extends Omit<FormDialogProps, 'form' | 'children'>,
    Pick<ComponentProps<typeof ReasonField>, 'hint' | 'maxLength'> {
  children?: ReactNode
  /** Says that the reason is missing. */
  missing?: string
  /** Does the action, and closes the dialog afterwards. The dialog displays an `ApiError` that it throws. */
  confirm: (reason: string) => Promise<void>
}

/** A question before an action that needs a reason. */
export function ReasonDialog({ confirm, hint, maxLength, missing, children, ...dialog }: ReasonDialogProps) {
  const form = useForm({
    stored: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? '' : (missing ?? 'Escriba el motivo') }),
    send: ({ reason }) => confirm(reason),
  })
  return (
    <FormDialog {...dialog} form={form}>
      {children}
      <ReasonField {...form.field('reason')} {...{ hint, maxLength }} />
    </FormDialog>
  )
}

interface PreviewDialogProps<Value> extends Pick<DialogProps, 'title' | 'onClose'> {
  /** The texts of the button: before the action, and while it runs. */
  action: string
  busy: string
  /** The effects of the action. */
  preview: Loaded<Value>
  /** Does the action. The dialog displays an `ApiError` that it throws. */
  confirm: () => Promise<unknown>
  children: (value: Value) => ReactNode
}

/** A question before an action with lasting effects, which are loaded first: the button waits for them. */
export function PreviewDialog<Value>(props: PreviewDialogProps<Value>) {
  const { action, busy, preview, confirm, children, ...dialog } = props
  const { run, isBusy, error } = useAction(confirm)
  return (
    <Dialog
      {...dialog}
      isBusy={isBusy}
      cancel="Cancelar"
      foot={
        <Button className={button.danger} disabled={isBusy || !preview.value} onClick={run}>
          {isBusy ? busy : action}
        </Button>
      }
    >
      <Awaited load={preview}>{(value) => <div className={layout.stack}>{children(value)}</div>}</Awaited>
      {error && <Failure error={error} />}
    </Dialog>
  )
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
          <Button onClick={() => onAnswer(false)}>{other}</Button>
          <Button ref={focused} className={button.primary} onClick={() => onAnswer(true)}>
            {main}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** Returns the function that makes actions ask first while they would lose what a person decided, and its question. */
export function useLeaving(isAtRisk: boolean, title: string, text: string) {
  const [pending, setPending] = useState<{ leave: () => void }>()

  async function discard() {
    setPending(undefined)
    pending?.leave()
  }

  return {
    leaving: (leave: () => void) => () => (isAtRisk ? setPending({ leave }) : leave()),
    question: pending && (
      <Confirmation title={title} action="Descartar" confirm={discard} onClose={() => setPending(undefined)}>
        <p>{text}</p>
      </Confirmation>
    ),
  }
}
