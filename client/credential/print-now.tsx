/** Prints a card at once on the printer of the desk, or opens the dialog where none is chosen; and the queue of these prints. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { QueuedPrint } from '#domain/credential/printing-calls'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { ApiError, call, callForList } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from './print-dialog.module.css'
import { PrintDialog, printTitle } from './print-dialog.tsx'

interface Shown {
  pilot: Pilot
  step: 'dialog' | QueuedPrint | ApiError
}

/**
 * Returns the functions that print the card of a pilot, at once or by the dialog, and what is to be seen of it. `onClosed`
 * is called once a dialog is no longer open.
 */
export function usePrinting(onClosed = () => {}) {
  const [shown, setShown] = useState<Shown>()
  const isSending = useRef(false)
  const { prints_now: printsNow } = useSession()

  /** A second press has no effect until the server has answered; then the server knows the first one. */
  async function print(pilot: Pilot, confirmed = false) {
    if (!printsNow) return open(pilot)
    if (isSending.current) return
    isSending.current = true
    try {
      const body = { ids: [pilot.id], ...(confirmed && { confirmed }) }
      const [job] = await callForList('POST /api/print/now', { body })
      setShown({ pilot, step: job ?? 'dialog' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setShown({ pilot, step: error })
    } finally {
      isSending.current = false
    }
  }

  const open = (pilot: Pilot) => setShown({ pilot, step: 'dialog' })
  const close = () => {
    // While a dialog is open, nothing else can take the focus.
    flushSync(() => setShown(undefined))
    onClosed()
  }
  return { print, open, view: shown && <Printing {...shown} print={print} open={open} close={close} /> }
}

interface PrintingProps extends Shown, Pick<ReturnType<typeof usePrinting>, 'print' | 'open'> {
  close: () => void
}

function Printing({ pilot, step, print, open, close }: PrintingProps) {
  const name = fullName(pilot)
  if (step === 'dialog')
    return <PrintDialog what={`Se imprime la de ${name}.`} order={{ ids: [pilot.id] }} onClose={close} />
  const { printed } = (step instanceof ApiError && step.details) || {}
  if (step instanceof ApiError && printed !== undefined) {
    return (
      <Confirmation
        title={printTitle}
        action={printed > 0 ? 'Imprimir otra vez' : 'Imprimir igual'}
        confirm={() => print(pilot, true)}
        onClose={close}
      >
        <p>
          {step.message} Es la de <strong>{name}</strong>.
        </p>
      </Confirmation>
    )
  }
  const other = <Button onClick={() => open(pilot)}>Imprimir con PDF</Button>
  return (
    <section className={styles.queue} aria-label="Impresión">
      {step instanceof ApiError ? (
        <Failure error={step} retry={() => print(pilot)}>
          {other}
        </Failure>
      ) : (
        <PrintQueue only={step} other={other} />
      )}
    </section>
  )
}

/** The pause between two looks at the queue, in milliseconds. */
const pause = 1000

interface PrintQueueProps {
  /** The print that is shown alone, as the server answered it. */
  only?: QueuedPrint
  /** Another way to print what has failed. */
  other?: ReactNode
}

/** The queue of the prints, or one of them, with what a person can do about it. */
export function PrintQueue({ only, other }: PrintQueueProps) {
  const load = useLoad(
    (signal) => callForList('GET /api/print/queue', { signal }),
    'print-queue',
    only && { value: [only] },
  )
  const { value = [], refresh } = load
  const prints = only ? value.filter(({ id }) => id === only.id) : value
  const isLost = only !== undefined && prints.length === 0
  const isOver = isLost || (only !== undefined && prints.every(({ state }) => state === 'printed'))
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(refresh, pause)
    return () => clearInterval(timer)
  }, [isOver, refresh])
  const { run, isBusy, error } = useAction(async (action: 'retry' | 'remove', job: string) => {
    const params = { job }
    if (action === 'retry') await call('POST /api/print/queue/:job/retry', { params })
    else await call('DELETE /api/print/queue/:job', { params })
    refresh()
  })
  return (
    <div role="status">
      {error && <Failure error={error} />}
      <ul className={parts.lines} aria-label="Cola de impresión">
        {prints.map((print) => (
          <li key={print.id} className={layout.split} data-state={print.state}>
            <p className={print.state === 'failed' ? layout.problem : undefined}>
              <b>{print.name}</b>: {textOf(print)}
            </p>
            <div className={layout.wrap}>
              {print.state === 'failed' && (
                <Button className={button.primary} disabled={isBusy} onClick={() => run('retry', print.id)}>
                  Reintentar
                </Button>
              )}
              {print.state === 'failed' && other}
              {print.state !== 'printed' && (
                <Button
                  aria-label={`Quitar la impresión de ${print.name}`}
                  disabled={isBusy}
                  onClick={() => run('remove', print.id)}
                >
                  Quitar
                </Button>
              )}
            </div>
          </li>
        ))}
        {isLost && (
          <li>
            <b>{only.name}</b>: ya no está en la cola. Si la tarjeta no salió, imprímala otra vez.
          </li>
        )}
        {!only && prints.length === 0 && <li>No hay nada en la cola.</li>}
      </ul>
    </div>
  )
}

function textOf({ state, printer, reason }: QueuedPrint): string {
  const texts = {
    waiting: `espera su turno en ${printer}.`,
    printing: `imprimiendo en ${printer}…`,
    printed: `salió en ${printer}.`,
    failed: `no salió en ${printer}.`,
  }
  return [texts[state], reason && `${reason}.`].filter(Boolean).join(' ')
}
