/** The dialog that makes a phone a gate: it shows a code for the camera of the phone, and then the phone. */
import { useId, useState } from 'react'
import { isLoopbackName } from '#domain/web/addresses'
import type { NewPairing } from '#domain/web/gate-schemas'
import button from '../ui/button.module.css'
import choices from '../ui/choices.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { Failure } from '../ui/load.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './pairing-dialog.module.css'
import { usePairingRun } from './pairing-run.ts'

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
          {state.stage === 'expired' && (
            <button ref={takeFocus} type="button" className={button.primary} onClick={() => show(gate)}>
              Otro código
            </button>
          )}
          {state.stage === 'paired' && (
            <button ref={takeFocus} type="button" className={button.primary} onClick={restart}>
              Emparejar otro
            </button>
          )}
        </>
      }
    >
      {state.stage === 'choosing' && state.error && <Failure hasUnsavedData error={state.error} />}
      {state.stage === 'choosing' && (
        <fieldset className={choices.choices}>
          <legend>Puerta</legend>
          {gates.map((name) => (
            <label key={name}>
              <input type="radio" name="gate" checked={name === gate} onChange={() => setGate(name)} />
              {name}
            </label>
          ))}
        </fieldset>
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
