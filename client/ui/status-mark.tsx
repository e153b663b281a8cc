/** A status in one line, in the colours of the band on the credential. */
import { describeStatus, type Status } from '#domain/credential/status'
import { StatusIcon } from './status-icon.tsx'
import styles from './status-mark.module.css'

export function StatusMark({ status }: { status: Status }) {
  return (
    <span className={styles.mark} data-kind={status.kind}>
      <StatusIcon kind={status.kind} className={styles.icon} />
      {describeStatus(status)}
    </span>
  )
}
