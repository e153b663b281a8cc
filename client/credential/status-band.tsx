/** The status of a credential as a wide band: an icon, the word and the date, and the details that only staff see. */
import { describeStatus, type Status, statusTexts } from '#domain/validity/status'
import type { Terms } from '#domain/validity/terms'
import { StatusIcon } from '../ui/status-icon.tsx'
import styles from './status-band.module.css'

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

/** Returns the reason of a suspension, or what ends first if the pilot has a medical certificate. */
function detailOf({ kind, reason, isMedical }: Status, terms?: Terms): string | undefined {
  if (reason) return `Motivo: ${reason}`
  if (kind === 'suspended' || !terms?.medical) return undefined
  const what = isMedical ? 'el certificado médico' : 'la licencia'
  return kind === 'valid' ? `Termina primero ${what}` : `Venció ${what}`
}
