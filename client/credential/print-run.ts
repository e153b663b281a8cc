/** Runs a print order: asks before cards are printed again, waits for the PDF, and can be cancelled. */

import type { PrintOrder, PrintProgress } from '#domain/credential/calls'
import { atTheLaptop } from '#domain/staff/roles'
import { count, figure } from '#domain/text/text'
import { ApiError, call, callForOne } from '../api/call.ts'
import { type Selection, toWire } from '../api/pilots.ts'
import { dropAtEnd, useRun, wait } from '../ui/run.tsx'

type PrintState =
  | { stage: 'choosing'; error?: Error }
  /** Some pilots already have a card; the person decides whether to print theirs again. */
  | { stage: 'asking'; printed: number; total: number }
  | ({ stage: 'preparing' } & Progress)
  | { stage: 'ready'; url: string }

export type Progress = Omit<PrintProgress, 'url'>

/** The pause before each progress request, in milliseconds. */
const pause = 300

/** An order to print the cards of a selection. */
interface PrintRequest
  extends Selection,
    Pick<PrintOrder, 'layout' | 'start' | 'offset' | 'bleed' | 'again' | 'only_new'> {}

/** `onReady` is called with the order and with the number of its cards when the PDF is complete. */
export function usePrintRun(onReady: (order: PrintRequest, cards: number) => void) {
  const run = useRun<PrintState>({ stage: 'choosing' }, stateOfFailure)

  function start(order: PrintRequest) {
    if (run.isRunning()) return
    void run.go(async ({ signal, show }) => {
      show({ stage: 'preparing', before: 0, waits_for: null, done: 0, total: 0 })
      const params = (await callForOne('POST /api/print', { body: toWire(order) })) as { job: string }
      // The request reaches the server even from a page that is being closed.
      const keep = dropAtEnd(signal, () => call('DELETE /api/print/:job', { params, keepalive: true }))
      for (;;) {
        await wait(pause)
        const { url, ...progress } = await callForOne('GET /api/print/:job', { params, signal })
        if (url) {
          keep()
          onReady(order, progress.total)
          show({ stage: 'ready', url })
          // If the browser blocks this as a pop-up, the link in the dialog still opens the PDF.
          window.open(url, '_blank')
          return
        }
        show({ stage: 'preparing', ...progress })
      }
    })
  }

  /** `back` returns to the options and cancels the running order. */
  return { state: run.state, start, back: () => run.end() }
}

function stateOfFailure(error: Error): PrintState {
  const { printed, total } = error instanceof ApiError ? error.details : {}
  if (printed !== undefined && total !== undefined) return { stage: 'asking', printed, total }
  return { stage: 'choosing', error }
}

/** `user` is the account of this page, or null if nobody has signed in, which is possible only at the laptop. */
export function progressText(
  { before, waits_for: first, done, total }: Progress,
  user: string | null,
): string {
  if (!first) return `Preparando el PDF… ${total > 0 ? `${figure(done)} de ${figure(total)}` : ''}`
  const others = before > 1 ? ` y ${count(before - 1, 'impresión', 'impresiones')} más` : ''
  const progress = `${figure(first.done)} de ${figure(first.total)} credenciales`
  return `Espera su turno: antes va ${printOf(first.by, user)} (${progress})${others}.`
}

/** Names the print of an author. The laptop is «esta laptop» only on itself. */
function printOf(by: string, user: string | null): string {
  if (by === user) return 'otra impresión suya'
  if (by !== atTheLaptop) return `la impresión de ${by}`
  return user === null ? 'otra impresión de esta laptop' : 'la impresión de la laptop'
}
