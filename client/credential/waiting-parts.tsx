/** Keeps the place of the actions until their code has loaded, so that nothing below them moves. */
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import styles from './credential.module.css'

export function WaitingActions() {
  const { role } = useSession()
  const names = Object.values(actionNames).filter((name) => role === 'admin' || name !== actionNames.erase)
  return names.map((name) => (
    <span key={name} className={`${button.button} ${styles.waiting}`}>
      {name}
    </span>
  ))
}

/** The names of the actions of staff on a credential, in their order. */
export const actionNames = {
  print: 'Imprimir',
  edit: 'Editar',
  terms: 'Vigencia',
  history: 'Historial de cambios',
  handOver: 'Entregar datos',
  revoke: 'Anular credencial',
  erase: 'Borrar para siempre',
}

/** Keeps the place of the button of a gate until its code has loaded, so that nothing below it moves. */
export function WaitingEntry() {
  return <div className={styles.waitingEntry} />
}
