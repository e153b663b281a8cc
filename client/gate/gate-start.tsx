/** The start of a gate: the person chooses the gate and the direction, and begins with one tap. */
import { useState } from 'react'
import { screens } from '#domain/api/addresses'
import type { Direction } from '#domain/gate/passage'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { canKeepScreenOn } from './device.ts'
import styles from './gate.module.css'
import { type GateChoice, recallChoice, rememberChoice } from './gate-choice.ts'
import { CountPanel, DirectionSwitch } from './gate-controls.tsx'
import { useSecureAddress } from './secure-offer.tsx'

interface GateStartProps {
  gates: readonly string[]
  /** Returns the name that a gate has now. */
  nameOf: (gate: string) => string
  onStart: (choice: GateChoice) => void
}

export function GateStart({ gates, nameOf, onStart }: GateStartProps) {
  const [last] = useState(recallChoice)
  const secure = useSecureAddress()
  const isPaired = useSession().gate !== null
  const [chosen, setChosen] = useState(last?.gate ?? '')
  const gate = gates.find((name) => name === nameOf(chosen)) ?? gates[0] ?? ''
  const [direction, setDirection] = useState<Direction>(last?.direction ?? 'in')
  function start() {
    rememberChoice({ gate, direction })
    onStart({ gate, direction })
  }
  return (
    <div className={styles.start}>
      <h1>Puerta</h1>
      {gates.length > 1 ? (
        <fieldset className={styles.gates}>
          <legend>¿En qué puerta está este equipo?</legend>
          {gates.map((name) => (
            <label key={name}>
              <input type="radio" name="gate" checked={name === gate} onChange={() => setChosen(name)} />
              {name}
            </label>
          ))}
        </fieldset>
      ) : (
        <p className={styles.only}>{gate}</p>
      )}
      <DirectionSwitch direction={direction} onChange={setDirection} />
      <button type="button" className={`${button.submit} ${styles.go}`} onClick={start}>
        Empezar
      </button>
      <ul className={styles.notes}>
        <li>
          Deje esta página abierta mientras dure la puerta. Si la laptop se duerme, la página sigue
          respondiendo, pero no se puede abrir otra vez: no la cierre ni la recargue.
        </li>
        {secure && (
          <li>
            La cámara en vivo necesita{' '}
            {isPaired ? (
              'la página segura: pida en la mesa otro código, escanéelo y toque «Abrir la página segura».'
            ) : (
              <>
                <a href={`${secure}${screens.gate}`}>la página segura</a>: el teléfono avisa que la conexión
                no es privada, se continúa, y se inicia sesión allí.
              </>
            )}
          </li>
        )}
        <li>Suba el volumen: cada respuesta tiene su sonido.</li>
        {!canKeepScreenOn && (
          <li>
            Este navegador deja que la pantalla se apague: alargue ese tiempo en los ajustes del teléfono.
          </li>
        )}
      </ul>
      <CountPanel />
    </div>
  )
}
