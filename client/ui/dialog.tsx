/** A modal dialog with a title, a close button, and its actions at the foot. */

import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import button from './button.module.css'
import styles from './dialog.module.css'
import layout from './layout.module.css'
import { LineIcon } from './line-icon.tsx'

interface DialogProps {
  title: string
  /** True if the dialog is wide enough for a table. */
  isWide?: boolean
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
  useEffect(() => dialog.current?.showModal(), [])
  const body = useShownMessages()

  /** Handles Escape. File inputs in the dialog send the same event if no file is chosen. */
  function pressEscape(event: SyntheticEvent) {
    if (event.target !== dialog.current) return
    if (isBusy || askBeforeClose) event.preventDefault()
    if (!isBusy) askBeforeClose?.()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      data-closes-on-scan={closesOnScan || undefined}
      aria-labelledby={id}
      onCancel={pressEscape}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className={styles.close}
          aria-label="Cerrar"
          disabled={isBusy}
          onClick={() => (askBeforeClose ? askBeforeClose() : dialog.current?.close())}
        >
          <LineIcon size={22} stroke={2.5} d="M5 5l14 14M19 5L5 19" />
        </button>
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {(cancel || foot) && (
        <div className={styles.foot}>
          {cancel && (
            <button
              type="button"
              className={button.button}
              disabled={isBusy}
              onClick={askBeforeClose ?? onClose}
            >
              {cancel}
            </button>
          )}
          {foot}
        </div>
      )}
    </dialog>
  )
}

/** Scrolls a message that appears into view: the foot of the dialog covers no part of it. */
function useShownMessages() {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new MutationObserver((records) => {
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
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
