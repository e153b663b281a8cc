/** Keeps the place of the actions until their code has loaded, so that nothing below them moves. */
import button from '../ui/button.module.css'
import { actionNames } from './action-names.ts'
import styles from './credential-screen.module.css'

export function WaitingActions() {
  return Object.values(actionNames).map((name) => (
    <span key={name} className={`${button.button} ${styles.waiting}`}>
      {name}
    </span>
  ))
}
