/** A status in one line, in the colours of the band on the credential. */
import { describeStatus, type Status } from '#domain/credential/status'
import parts from './parts.module.css'
import { StatusIcon } from './status-icon.tsx'

export function StatusMark({ status }: { status: Status }) {
  return (
    <span className={parts.status} data-kind={status.kind}>
      <StatusIcon kind={status.kind} />
      {describeStatus(status)}
    </span>
  )
}
