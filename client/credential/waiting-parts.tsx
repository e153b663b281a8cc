/** Keeps the place of the actions until their code has loaded, so that nothing below them moves. */
import button from '../ui/button.module.css'
import styles from './credential-staff.module.css'

export function WaitingActions() {
  return <span className={`${button.button} ${styles.waiting}`}>{actionNames.print}</span>
}

/** The names of the actions of staff on a credential. */
export const actionNames = {
  print: 'Imprimir',
  printOtherwise: 'Imprimir con PDF',
  edit: 'Editar',
  picture: 'Guardar imagen',
  send: 'Enviar por WhatsApp',
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
