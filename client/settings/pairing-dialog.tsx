/** The dialog that makes a phone a gate: it shows a code for the camera of the phone, and then the phone. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { NewPairing, PairingInfo } from '#domain/gate/pairing-calls'
import { isLoopbackName } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { call, callForOne } from '../api/call.ts'
import button from '../ui/button.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'
import { Notice } from '../ui/notice.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import styles from './settings-screen.module.css'

interface PairingDialogProps {
  gates: readonly string[]
  onClose: () => void
}

export function PairingDialog({ gates, onClose }: PairingDialogProps) {
  const { state, show, restart } = usePairingRun()
  const [gate, setGate] = useState(gates[0] ?? '')
  const isBusy = state.stage === 'choosing' && state.isBusy
  return (
    <Dialog
      title="Emparejar un teléfono"
      onClose={onClose}
      foot={
        <>
          <button type="button" className={button.button} onClick={onClose}>
            {state.stage === 'paired' ? 'Listo' : 'Cancelar'}
          </button>
          {state.stage === 'choosing' && (
            <button type="button" className={button.primary} disabled={isBusy} onClick={() => show(gate)}>
              Mostrar el código
            </button>
          )}
          {(state.stage === 'expired' || state.stage === 'paired') && (
            <button
              ref={takeFocus}
              key={state.stage}
              type="button"
              className={button.primary}
              onClick={() => (state.stage === 'expired' ? show(gate) : restart())}
            >
              {state.stage === 'expired' ? 'Otro código' : 'Emparejar otro'}
            </button>
          )}
        </>
      }
    >
      {state.stage === 'choosing' && state.error && <Failure hasUnsavedData error={state.error} />}
      {state.stage === 'choosing' && (
        <RadioGroup
          legend="Puerta"
          options={gates.map((name) => [name, name])}
          value={gate}
          onChange={setGate}
        />
      )}
      {state.stage === 'shown' && <Code pairing={state.pairing} left={state.left} />}
      <div role="status">
        {state.stage === 'expired' && <p>El código venció sin que lo usara un teléfono.</p>}
        {state.stage === 'paired' && (
          <Notice kind="good">
            <p>
              <b>{state.phone.user}</b>
              {state.phone.device && ` (${state.phone.device})`} ya puede escanear en{' '}
              <b>{state.phone.gate}</b>.
            </p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function Code({ pairing: { gate, url, qr }, left }: { pairing: NewPairing; left: number }) {
  const id = useId()
  return (
    <div className={styles.code}>
      <p id={id}>
        Con la cámara del teléfono que estará en <b>{gate}</b>, apunte al código y abra la página. El teléfono
        debe estar en la red Wi-Fi de esta laptop.
      </p>
      <p className={styles.left}>Vale para un solo teléfono y vence en {remaining(left)} min.</p>
      {isLoopbackName(new URL(url).hostname) && (
        <Notice kind="warning">
          <p>Esta laptop no está en ninguna red: un teléfono no puede abrir esa dirección.</p>
        </Notice>
      )}
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={`Código para emparejar un teléfono con ${gate}`}
        aria-describedby={id}
        width="512"
        height="512"
      />
    </div>
  )
}

/** Formats a time as minutes and seconds: `9:05`. */
function remaining(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type PairingState =
  | { stage: 'choosing'; isBusy?: boolean; error?: Error }
  /** `left` is the time for which the code can be used, in seconds. */
  | { stage: 'shown'; pairing: NewPairing; left: number }
  | { stage: 'expired'; pairing: NewPairing }
  | { stage: 'paired'; phone: PairingInfo }

/** The pause between two looks at a code, in milliseconds. */
const pause = 1000

/** Makes the code of a pairing, and follows it until a phone has used it. */
function usePairingRun() {
  const [state, setState] = useState<PairingState>({ stage: 'choosing' })
  const shown = state.stage === 'shown' ? state.pairing : undefined
  const unused = useRef<string>(undefined)

  useEffect(() => {
    if (!shown) return
    const leaving = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function look(pairing: NewPairing) {
      const found = await callForOne('GET /api/gate/pairings/:id', {
        params: { id: pairing.id },
        signal: leaving.signal,
      }).catch(stateOfFailure)
      if (leaving.signal.aborted) return
      const left = secondsLeft(pairing)
      if (typeof found === 'object' && found.user !== undefined) {
        unused.current = undefined
        return setState({ stage: 'paired', phone: found })
      }
      if (found === 'gone' || left <= 0) return setState({ stage: 'expired', pairing })
      setState({ stage: 'shown', pairing, left })
      next = setTimeout(() => look(pairing), pause)
    }
    void look(shown)
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [shown])

  useEffect(() => () => cancel(unused), [])

  async function show(gate: string) {
    cancel(unused)
    setState({ stage: 'choosing', isBusy: true })
    try {
      const pairing = await callForOne('POST /api/gate/pairings', { body: { gate } })
      unused.current = pairing.id
      setState({ stage: 'shown', pairing, left: secondsLeft(pairing) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ stage: 'choosing', error })
    }
  }

  function restart() {
    cancel(unused)
    setState({ stage: 'choosing' })
  }

  return { state, show, restart }
}

function secondsLeft({ expires }: NewPairing): number {
  return Math.ceil((Date.parse(expires) - Date.now()) / 1000)
}

/** Makes the code unusable that is shown. */
function cancel(unused: RefObject<string | undefined>): void {
  const { current: id } = unused
  // The request reaches the server even from a page that is being closed.
  const order = { params: { id: id ?? '' }, keepalive: true }
  if (id !== undefined) call('DELETE /api/gate/pairings/:id', order).catch(() => {})
  unused.current = undefined
}

/** A code that another person has cancelled is gone; any other failure may pass. */
function stateOfFailure(error: unknown): 'gone' | 'unknown' {
  return error instanceof ApiError && error.status === 404 ? 'gone' : 'unknown'
}
