/** Tells whether the gate reaches the server, by which list it answers, and what has not been sent. */
import { useEffect, useState } from 'react'
import { screens } from '#domain/api/addresses'
import { count } from '#domain/text/text'
import button from '../ui/button.module.css'
import { failureText, rosterWords } from './answer-words.ts'
import styles from './gate.module.css'
import type { GateState } from './offline/gate-sync.ts'

/** The time for which the page says that the scans were sent, in milliseconds. */
const sentTime = 6000

export function LineState({ state }: { state: GateState }) {
  const { isOnline, waiting, isPersistent, refusal, rejected } = state
  const isJustSent = useJustSent(state)
  return (
    <div className={styles.state}>
      <div role="status">
        {!isOnline && <p className={styles.away}>Sin conexión con la laptop</p>}
        {isJustSent && <p className={styles.away}>Enviadas: la laptop tiene todas las lecturas.</p>}
      </div>
      {!isOnline && <Away state={state} />}
      {isOnline && !refusal && waiting > 0 && <p>{`Enviando ${count(waiting, 'lectura')}…`}</p>}
      {refusal && <Refused refusal={refusal} waiting={waiting} />}
      {rejected && (
        <p>
          {`La laptop no acepta ${count(rejected.count, 'lectura')}, que ${rejected.count === 1 ? 'queda' : 'quedan'} en este equipo: ${rejected.reason}.`}
        </p>
      )}
      {!isPersistent && (
        <p>Este navegador no guarda nada: si esta página se cierra, las lecturas sin enviar se pierden.</p>
      )}
    </div>
  )
}

function Away({ state: { roster, waiting } }: { state: GateState }) {
  const now = useNow()
  const parts = [
    roster ? `Responde con ${rosterWords(roster.at, now)}` : 'Este equipo todavía no tiene la lista',
    ...(waiting > 0 ? [`${count(waiting, 'lectura')} por enviar`] : []),
  ]
  return <p>{parts.join(' · ')}</p>
}

function Refused({ refusal, waiting }: { refusal: Error; waiting: number }) {
  return (
    <div className={styles.refusal} role="status">
      <p>{failureText(refusal)}</p>
      {waiting > 0 && <p>{unsentText(waiting)}</p>}
      {/* Another tab, so that this page stays open. */}
      <a className={button.button} href={screens.login} target="_blank" rel="noreferrer">
        Iniciar sesión
      </a>
    </div>
  )
}

/** Says what becomes of unsent scans on a device that is no gate. */
export function unsentText(waiting: number): string {
  const [stay, go] = waiting === 1 ? ['queda guardada', 'envía'] : ['quedan guardadas', 'envían']
  return `${count(waiting, 'lectura')} por enviar: ${stay} en este equipo, y se ${go} cuando vuelva a ser una puerta.`
}

/** Returns true for a while after the last waiting scan was sent, if the server has accepted all of them. */
function useJustSent({ isOnline, waiting, refusal, rejected }: GateState): boolean {
  const [hadWaiting, setHadWaiting] = useState(false)
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (waiting > 0) {
      setHadWaiting(true)
      setSent(false)
    } else if (isOnline && !refusal && hadWaiting) {
      setHadWaiting(false)
      setSent(true)
    }
  }, [isOnline, waiting, refusal, hadWaiting])
  useEffect(() => {
    if (!isSent) return
    const timer = setTimeout(() => setSent(false), sentTime)
    return () => clearTimeout(timer)
  }, [isSent])
  return isSent && !rejected
}

/** Returns the current time, anew every half minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
