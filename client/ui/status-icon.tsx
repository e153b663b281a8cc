/** The icons of the statuses of a credential, which differ in their shapes too: a check mark, a cross, a pause. */
import type { StatusKind } from '#domain/credential/status'

const paths: Record<StatusKind, string> = {
  valid: 'M5 13l5 5 9-11',
  expired: 'M6 6l12 12M18 6L6 18',
  suspended: 'M8 5v14M16 5v14',
  revoked: 'M6 6l12 12M18 6L6 18',
}

export function StatusIcon({ kind, className }: { kind: StatusKind; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="square" d={paths[kind]} />
    </svg>
  )
}
