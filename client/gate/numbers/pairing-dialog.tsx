/** The dialog that makes a phone a gate: it shows a code for the camera of the phone, and then the phone. */
import { useId, useState } from 'react'
import { isLoopbackName } from '#domain/api/addresses'
import type { NewPairing, PairingInfo } from '#domain/staff/calls'
import { ApiError, call, callForOne } from '../../api/call.ts'
import styles from '../../desk/settings-screen.module.css'
import button from '../../ui/button.module.css'
import { Dialog, takeFocus } from '../../ui/dialog.tsx'
import { RadioGroup } from '../../ui/field.tsx'
import { Failure, Notice } from '../../ui/notice.tsx'
import { dropAtEnd, useRun, wait } from '../../ui/run.tsx'

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
      cancel={state.stage === 'paired' ? 'Listo' : 'Cancelar'}
      foot={
        state.stage === 'choosing' ? (
          <button type="button" className={button.primary} disabled={isBusy} onClick={() => show(gate)}>
            Mostrar el código
          </button>
        ) : (
          state.stage !== 'shown' && (
            <button
              ref={takeFocus}
              key={state.stage}
              type="button"
              className={button.primary}
              onClick={() => (state.stage === 'expired' ? show(gate) : restart())}
            >
              {state.stage === 'expired' ? 'Otro código' : 'Emparejar otro'}
            </button>
          )
        )
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
  | { stage: 'expired' }
  | { stage: 'paired'; phone: PairingInfo }

/** The pause between two looks at a code, in milliseconds. */
const pause = 1000

/** Makes the code of a pairing, and follows it until a phone has used it. */
function usePairingRun() {
  const run = useRun<PairingState>({ stage: 'choosing' }, (error) => ({ stage: 'choosing', error }))

  function show(gate: string) {
    run.end({ stage: 'choosing', isBusy: true })
    void run.go(async ({ signal, show }) => {
      const pairing = await callForOne('POST /api/gate/pairings', { body: { gate } })
      const params = { id: pairing.id }
      // The code becomes unusable. The request reaches the server even from a page that is being closed.
      const keep = dropAtEnd(signal, () => call('DELETE /api/gate/pairings/:id', { params, keepalive: true }))
      for (let isOpen = true; isOpen; ) {
        const left = secondsLeft(pairing)
        show({ stage: 'shown', pairing, left })
        const found = await callForOne('GET /api/gate/pairings/:id', { params, signal }).catch(stateOfFailure)
        if (typeof found === 'object' && found.user !== undefined) {
          keep()
          return show({ stage: 'paired', phone: found })
        }
        isOpen = found !== 'gone' && left > 0 && !signal.aborted
        if (isOpen) await wait(pause)
      }
      show({ stage: 'expired' })
    })
  }

  return { state: run.state, show, restart: () => run.end() }
}

function secondsLeft({ expires }: NewPairing): number {
  return Math.ceil((Date.parse(expires) - Date.now()) / 1000)
}

/** A code that another person has cancelled is gone; any other failure may pass. */
function stateOfFailure(error: unknown): 'gone' | 'unknown' {
  return error instanceof ApiError && error.status === 404 ? 'gone' : 'unknown'
}
