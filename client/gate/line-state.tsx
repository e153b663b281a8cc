/** Tells whether the gate reaches the server, and what has not been sent. */
import { screens } from '#domain/web/addresses'
import button from '../ui/button.module.css'
import type { GateState } from './gate-line.ts'
import styles from './line-state.module.css'

export function LineState({ state: { isOnline, waiting, refusal } }: { state: GateState }) {
  return (
    <div className={styles.state} role="status">
      {!isOnline && <p className={styles.away}>Sin conexión con la laptop.</p>}
      {waiting > 0 && <p className={styles.away}>{`${waiting} por enviar.`}</p>}
      {refusal && (
        <div className={styles.refusal}>
          <p>{`${refusal.message}. Conecte este equipo otra vez con el código de la mesa, o inicie sesión.`}</p>
          {/* Another tab, so that this page stays open. */}
          <a className={button.button} href={screens.login} target="_blank" rel="noreferrer">
            Iniciar sesión
          </a>
        </div>
      )}
    </div>
  )
}
