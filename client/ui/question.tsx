/** The question before something that is not taken back lightly: what happens, and the two ways on. */
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api.ts'
import button from './button.module.css'
import { Dialog } from './dialog.tsx'
import { Failure } from './load.tsx'

interface QuestionProps {
  title: string
  /** What the button says. */
  action: string
  /** Takes the page elsewhere once it is done; what it throws is said here. */
  act: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

export function Question({ title, action, act, onClose, children }: QuestionProps) {
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)

  async function go() {
    setBusy(true)
    setError(undefined)
    try {
      await act()
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
      {error && <Failure isKept error={error} />}
    </Dialog>
  )
}
