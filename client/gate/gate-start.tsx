/** The start of a gate: the choice of the gate and the direction, and the offer of a page with a live camera. */
import { useState } from 'react'
import { screens } from '#domain/api/addresses'
import type { Direction } from '#domain/gate/passage'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { RadioGroup } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import { canKeepScreenOn } from './device.ts'
import styles from './gate.module.css'
import { type GateChoice, recallChoice, rememberChoice } from './gate-choice.ts'
import { CountPanel, DirectionSwitch, mayDeleteText } from './gate-controls.tsx'

interface GateStartProps {
  gates: readonly string[]
  /** Returns the name that a gate has now. */
  nameOf: (gate: string) => string
  /** False if the browser has not promised to delete nothing that is stored. */
  isKept: boolean
  onStart: (choice: GateChoice) => void
}

export function GateStart({ gates, nameOf, isKept, onStart }: GateStartProps) {
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
        <div className={styles.gates}>
          <RadioGroup
            legend="¿En qué puerta está este equipo?"
            options={gates.map((name) => [name, name])}
            value={gate}
            onChange={setChosen}
          />
        </div>
      ) : (
        <p className={parts.lead}>{gate}</p>
      )}
      <DirectionSwitch direction={direction} onChange={setDirection} />
      <Button className={`${button.submit} ${styles.go}`} onClick={start}>
        Empezar
      </Button>
      <ul className={`${layout.bullets} ${layout.soft}`}>
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
        {!isKept && <li>{mayDeleteText}</li>}
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

/** Returns the https address of the gates, if this page is not secure and has no live camera. */
export function useSecureAddress(): string | undefined {
  const { secure_url } = useSession()
  return window.isSecureContext ? undefined : (secure_url ?? undefined)
}

interface SecureOfferProps {
  /** The address that continues there. */
  address: string
  /** Continues on this page, without the live camera. */
  onStay: () => void
}

export function SecureOffer({ address, onStay }: SecureOfferProps) {
  const { hostname } = new URL(address)
  return (
    <div className={styles.start}>
      <h1>Cámara en vivo</h1>
      <p>
        En la página segura, la cámara lee sin tocar nada. El teléfono pregunta <b>una sola vez</b>, porque la
        laptop firma ella misma su certificado:
      </p>
      <ol className={styles.pictures}>
        <li>
          <BrowserWarning words={['Configuración', 'avanzada']} />
          <p>
            Sale un aviso. Toque <b>Configuración avanzada</b> o, en un iPhone, <b>Mostrar detalles</b>.
          </p>
        </li>
        <li>
          <BrowserWarning words={['Continuar a', hostname]} isOpen />
          <p>
            Toque <b>Continuar a {hostname}</b> o, en un iPhone, <b>visitar este sitio web</b>.
          </p>
        </li>
      </ol>
      <a className={button.submit} href={address}>
        Abrir la página segura
      </a>
      <Button onClick={onStay}>Seguir sin cámara en vivo</Button>
    </div>
  )
}

/** Draws the warning of a browser on a phone, with the words to tap in a frame. */
function BrowserWarning({ words, isOpen = false }: { words: readonly [string, string]; isOpen?: boolean }) {
  const top = isOpen ? 118 : 92
  return (
    <svg className={styles.drawing} viewBox="0 0 110 170" aria-hidden="true">
      <rect className={styles.device} x="3" y="3" width="104" height="164" rx="12" />
      <path className={styles.warning} d="M55 22l20 34H35zM55 33v11M55 49v2" />
      <path className={styles.lines} d={`M24 68h62M24 78h${isOpen ? '62M24 88h62M24 98h40' : '44'}`} />
      <rect className={styles.target} x="14" y={top} width="82" height="34" rx="5" />
      {words.map((word, index) => (
        <text key={word} className={styles.label} x="55" y={top + 14 + index * 12} textAnchor="middle">
          {word}
        </text>
      ))}
    </svg>
  )
}
