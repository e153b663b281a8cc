/** Leads to the help and staff to the list, and lets the person at a gate sign out, or a paired phone leave its gate. */
import { useState } from 'react'
import { screens } from '#domain/web/addresses'
import { useSession } from '../api/session.ts'
import { Confirmation } from '../ui/confirmation.tsx'
import { Link } from '../ui/link.tsx'
import styles from './gate-screen.module.css'
import { unsentText } from './line-state.tsx'
import type { GateSync } from './offline/gate-sync.ts'

export function GateExit({ sync }: { sync: GateSync | undefined }) {
  const { staff, user, gate, signOut } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const action = gate === null ? 'Salir' : 'Desconectar'

  async function leave() {
    await signOut()
    sync?.forget()
    setLeaving(false)
  }

  return (
    <div className={styles.exits}>
      {staff && (
        <Link className={styles.exit} to={screens.search}>
          Lista
        </Link>
      )}
      <Link className={styles.exit} to={screens.help}>
        Ayuda
      </Link>
      {user !== null && sync && (
        <>
          <span className={styles.user}>{user}</span>
          <button type="button" className={styles.exit} onClick={() => setLeaving(true)}>
            {action}
          </button>
        </>
      )}
      {isLeaving && sync && (
        <Confirmation
          title={gate === null ? 'Salir de la puerta' : 'Desconectar este teléfono'}
          action={action}
          confirm={leave}
          onClose={() => setLeaving(false)}
        >
          <p>
            {gate === null
              ? `La sesión de ${user} termina en este equipo, y la lista y las fotos se borran de él.`
              : `Este teléfono deja de atender «${gate}», y la lista y las fotos se borran de él. Para conectarlo otra vez hace falta un código de la mesa.`}
          </p>
          {sync.state.waiting > 0 && <p>{unsentText(sync.state.waiting)}</p>}
        </Confirmation>
      )}
    </div>
  )
}
