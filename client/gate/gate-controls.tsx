/** The controls of a gate, the numbers of all gates, and whether it reaches the server. */

import { useEffect, useState } from 'react'
import { screens } from '#domain/api/addresses'
import { type Direction, directions } from '#domain/gate/passage'
import { count, figure } from '#domain/text/text'
import { type Unsent, unsentText } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import { LineIcon } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { useNow } from '../ui/page-events.ts'
import { failureText, rosterWords } from './answer-words.ts'
import page from './gate.module.css'
import type { QueuedSignature } from './gate-memory.ts'
import styles from './gate-view.module.css'
import { GateNumbers, hasNumbers, usePassageNumbers } from './numbers/gate-numbers.tsx'
import { gateTime } from './offline/gate-clock.ts'
import type { GateState } from './offline/gate-sync.ts'

const names: Record<Direction, string> = { in: 'Entrada', out: 'Salida' }

const arrows: Record<Direction, string> = {
  in: 'M14 4h6v16h-6M3 12h12M10 7l5 5-5 5',
  out: 'M10 4H4v16h6M9 12h12M16 7l5 5-5 5',
}

interface DirectionSwitchProps {
  direction: Direction
  onChange: (direction: Direction) => void
}

/** The switch between entries and exits. */
export function DirectionSwitch({ direction, onChange }: DirectionSwitchProps) {
  return (
    <fieldset className={styles.switch} aria-label="Sentido">
      {directions.map((value) => (
        <Button
          key={value}
          className={`${button.pressable} ${styles.side}`}
          data-direction={value}
          aria-pressed={value === direction}
          onClick={() => onChange(value)}
        >
          <LineIcon size={24} d={arrows[value]} />
          {names[value]}
        </Button>
      ))}
    </fieldset>
  )
}

/** Tells from afar whether people enter or leave here. */
export function DirectionSign({ direction }: { direction: Direction }) {
  return (
    <p className={styles.sign} data-direction={direction} aria-hidden="true">
      <LineIcon size={48} d={arrows[direction]} />
      <span>{names[direction]}</span>
    </p>
  )
}

/** The button with the number of persons inside, which opens the panel. */
export function CountButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const numbers = usePassageNumbers()
  if (!numbers) return null
  return (
    <Button className={page.exit} aria-expanded={isOpen} onClick={onToggle}>
      <b>{figure(numbers.inside)}</b> adentro
    </Button>
  )
}

/** Shows nothing before the first passage of the event. */
export function CountPanel() {
  const numbers = usePassageNumbers()
  if (!numbers || !hasNumbers(numbers)) return null
  return (
    <div className={styles.panel}>
      <GateNumbers numbers={numbers} />
    </div>
  )
}

/** The time for which the page says that the scans were sent, in milliseconds. */
const sentTime = 6000

interface LineStateProps {
  state: GateState
  /** Forgets a refused signature. */
  onForget: (signature: QueuedSignature) => void
}

/** Tells whether the gate reaches the server, by which list it answers, and what has not been sent. */
export function LineState({ state, onForget }: LineStateProps) {
  const { isOnline, isWaiting, unsent, isPersistent, isKept, lost, refusal, rejected, refused } = state
  const lostText = unsentText(lost)
  const isJustSent = useJustSent(state)
  return (
    <div className={page.state}>
      <div role="status">
        {!isOnline && <p className={page.away}>Sin conexión con la laptop</p>}
        {isJustSent && lostText === '' && (
          <p className={page.away}>Enviadas: la laptop tiene todas las lecturas y firmas.</p>
        )}
      </div>
      {!isOnline && <Away state={state} />}
      {isOnline && !refusal && isWaiting && <p>{`Enviando ${unsentText(unsent)}…`}</p>}
      {refusal && <Refused refusal={refusal} unsent={unsent} />}
      {rejected && (
        <p>
          {`La laptop no acepta ${count(rejected.count, 'lectura')}, que ${rejected.count === 1 ? 'queda' : 'quedan'} en este equipo: ${rejected.reason}.`}
        </p>
      )}
      {refused.map((signature) => (
        <div key={signature.id} role="alert" className={layout.row}>
          <p>{`La laptop no aceptó la firma de ${signature.name}. ${signature.refusal}.`}</p>
          <Button onClick={() => onForget(signature)}>Entendido</Button>
        </div>
      ))}
      {lostText && (
        <p role="alert">
          {`Este navegador borró lo que guardaba: ${lostText} por enviar ${lost.scans + lost.signatures === 1 ? 'puede haberse' : 'pueden haberse'} perdido. Avise a la mesa.`}
        </p>
      )}
      {isWaiting && isPersistent && !isKept && <p>{mayDeleteText}</p>}
      {!isPersistent && (
        <p>
          Este navegador no guarda nada: si esta página se cierra, las lecturas y firmas sin enviar se
          pierden.
        </p>
      )}
    </div>
  )
}

/** Says that the browser has refused to keep what is stored. */
export const mayDeleteText =
  'Este navegador puede borrar lo guardado si le falta espacio: no cierre esta página hasta enviarlo todo.'

function Away({ state: { roster, isWaiting, unsent } }: { state: GateState }) {
  const now = useNow(gateTime)
  const parts = [
    roster ? `Responde con ${rosterWords(roster.at, now)}` : 'Este equipo todavía no tiene la lista',
    ...(isWaiting ? [`${unsentText(unsent)} por enviar`] : []),
  ]
  return (
    <>
      <p>{parts.join(' · ')}</p>
      {location.protocol === 'https:' && (
        <p>
          Si la laptop está abierta, puede tener otro certificado:{' '}
          <a href={screens.gate} target="_blank" rel="noreferrer">
            abra esta página otra vez
          </a>{' '}
          y acepte el aviso. Lo no enviado sigue aquí.
        </p>
      )}
    </>
  )
}

function Refused({ refusal, unsent }: { refusal: Error; unsent: Unsent }) {
  const kept = keptText(unsent)
  return (
    <div role="status">
      <p>
        <b>{failureText(refusal)}</b>
      </p>
      {kept && <p>{kept}</p>}
      {/* Another tab, so that this page stays open. */}
      <a className={button.button} href={screens.login} target="_blank" rel="noreferrer">
        Iniciar sesión
      </a>
    </div>
  )
}

/** Says what becomes of unsent scans and signatures on a device that is no gate. Returns undefined without any. */
export function keptText(unsent: Unsent): string | undefined {
  const all = unsent.scans + unsent.signatures
  if (all === 0) return undefined
  const [stay, go] = all === 1 ? ['queda guardada', 'envía'] : ['quedan guardadas', 'envían']
  return `${unsentText(unsent)} por enviar: ${stay} en este equipo, y se ${go} cuando vuelva a ser una puerta.`
}

/** Returns true for a while after the last of what waited was sent, if the server has accepted all of it. */
function useJustSent({ isOnline, isWaiting, refusal, rejected, refused }: GateState): boolean {
  const [hadWaiting, setHadWaiting] = useState(false)
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (isWaiting) {
      setHadWaiting(true)
      setSent(false)
    } else if (isOnline && !refusal && hadWaiting) {
      setHadWaiting(false)
      setSent(true)
    }
  }, [isOnline, isWaiting, refusal, hadWaiting])
  useEffect(() => {
    if (!isSent) return
    const timer = setTimeout(() => setSent(false), sentTime)
    return () => clearTimeout(timer)
  }, [isSent])
  return isSent && !rejected && refused.length === 0
}
