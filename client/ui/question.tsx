/** Asks for confirmation before an action that is not easily undone. */
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api.ts'
import button from './button.module.css'
import { Dialog } from './dialog.tsx'
import { Failure } from './load.tsx'

interface QuestionProps {
  title: string
  /** The text of the confirm button. */
  action: string
  /** Does the action, and leaves the page afterwards. The dialog displays an `ApiError` that it throws. */
  confirm: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

export function Confirmation({ title, action, confirm, onClose, children }: QuestionProps) {
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)

  async function go() {
    setBusy(true)
    setError(undefined)
    try {
      await confirm()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
    }
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
          <button type="button" className={button.primary} disabled={isBusy} onClick={go}>
            {action}
          </button>
        </>
      }
    >
      {children}
      {error && <Failure hasUnsavedData error={error} />}
    </Dialog>
  )
}
