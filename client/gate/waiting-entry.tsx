/** Keeps the place of the button of a gate until its code has loaded, so that nothing below it moves. */
import styles from './waiting-entry.module.css'

export function WaitingEntry() {
  return <div className={styles.waiting} />
}
