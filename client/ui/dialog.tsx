/** A dialog over the page: its title, the way out of it, and what can be done at its foot. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Whether it takes the width of a table. */
  isWide?: boolean
  /** While something goes on that should be seen to its end. */
  isBusy?: boolean
  onClose: () => void
  foot?: ReactNode
  children: ReactNode
}

export function Dialog({ title, isWide, isBusy = false, onClose, foot, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={id}
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className={styles.close}
          aria-label="Cerrar"
          disabled={isBusy}
          onClick={() => dialog.current?.close()}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path fill="none" stroke="currentColor" strokeWidth="2.5" d="M5 5l14 14M19 5L5 19" />
          </svg>
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </dialog>
  )
}

/** As a `ref`, takes the focus to what has come in the place of the button that was pressed. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
