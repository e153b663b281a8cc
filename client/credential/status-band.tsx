/** The status of a credential as a wide band: an icon, the word and the date, and the details that only staff see. */
import { describeStatus, type Status, type StatusKind, statusTexts } from '#domain/validity/status'
import type { Terms } from '#domain/validity/terms'
import styles from './status-band.module.css'

/** The icons of statuses, which differ in their shapes too: a check mark, a cross, and the bars of a pause. */
const icons: Record<StatusKind, string> = {
  valid: 'M5 13l5 5 9-11',
  expired: 'M6 6l12 12M18 6L6 18',
  suspended: 'M8 5v14M16 5v14',
  revoked: 'M6 6l12 12M18 6L6 18',
}

/** `terms` is known to staff only. */
export function StatusBand({ status, terms }: { status: Status; terms?: Terms }) {
  const word = statusTexts[status.kind]
  const detail = detailOf(status, terms)
  return (
    <div className={styles.band} data-kind={status.kind}>
      <StatusIcon kind={status.kind} className={styles.icon} />
      <p className={styles.words}>
        <strong className={styles.word}>{word}</strong>
        {describeStatus(status).slice(word.length)}
      </p>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}

export function StatusIcon({ kind, className }: { kind: StatusKind; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="square" d={icons[kind]} />
    </svg>
  )
}

/** Returns the reason of a suspension, or what ends first if the pilot has a medical certificate. */
function detailOf({ kind, reason, isMedical }: Status, terms?: Terms): string | undefined {
  if (reason) return `Motivo: ${reason}`
  if (kind === 'suspended' || !terms?.medical) return undefined
  const what = isMedical ? 'el certificado médico' : 'la licencia'
  return kind === 'valid' ? `Termina primero ${what}` : `Venció ${what}`
}
