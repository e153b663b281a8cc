/** Keeps the place of the actions until their code has loaded, so that nothing below them moves. */
import type { CredentialPilot } from '#domain/web/wire'
import { actionKeys } from '../ui/action-keys.ts'
import button from '../ui/button.module.css'
import styles from './credential.module.css'

export function WaitingActions({ pilot }: { pilot: CredentialPilot }) {
  return namesFor(pilot).map((name) => (
    <span key={name} className={`${button.button} ${styles.waiting}`}>
      {name}
    </span>
  ))
}

/** The names of the actions of staff on a credential, in their order. */
export const actionNames = {
  renew: 'Renovar',
  print: 'Imprimir',
  edit: 'Editar',
  terms: 'Vigencia',
  history: 'Historial de cambios',
  revoke: 'Anular credencial',
}

/** Returns the names of the actions on a pilot's credential: one that has expired can be renewed. */
function namesFor(pilot: CredentialPilot): string[] {
  const { renew, ...others } = actionNames
  return [...(isExpired(pilot) ? [`${renew} ${actionKeys.renew}`] : []), ...Object.values(others)]
}

export function isExpired({ status }: CredentialPilot): boolean {
  return status?.kind === 'expired'
}

/** Keeps the place of the button of a gate until its code has loaded, so that nothing below it moves. */
export function WaitingEntry() {
  return <div className={styles.waitingEntry} />
}
