/** Fills the screen with the answer to a scan, or with the reason why there is none. */
import { fullName } from '#domain/pilot/full-name'
import { AnswerView } from './answer-view.tsx'
import { wordsOf } from './answer-words.ts'
import { failureText } from './failure-text.ts'
import type { GateAnswer } from './gate-line.ts'
import type { Shown } from './scans.ts'
import styles from './shown-scan.module.css'

interface ShownScanProps {
  shown: Shown
  /** Takes the scan back. Absent if there is nothing to take back. */
  onUndo?: (answer: GateAnswer) => void
  onClose: () => void
  closeLabel: string
}

export function ShownScan({ shown, onUndo, onClose, closeLabel }: ShownScanProps) {
  return (
    <section
      className={styles.shown}
      data-kind={'answer' in shown ? wordsOf(shown.answer).kind : undefined}
      aria-label="Respuesta"
    >
      {'answer' in shown ? <AnswerView {...shown} /> : <Message shown={shown} />}
      <div className={styles.actions}>
        {onUndo && 'answer' in shown && (
          <button type="button" className={styles.action} onClick={() => onUndo(shown.answer)}>
            Deshacer
          </button>
        )}
        <button type="button" className={styles.action} onClick={onClose}>
          {closeLabel}
        </button>
      </div>
    </section>
  )
}

function Message({ shown }: { shown: Exclude<Shown, { answer: GateAnswer }> }) {
  if ('undone' in shown) {
    const { pilot, direction } = shown.undone
    const what = direction === 'in' ? 'la entrada' : 'la salida'
    return (
      <div className={styles.message} role="alert">
        <h2>DESHECHO</h2>
        <p>{`No se cuenta ${what}${pilot ? ` de ${fullName(pilot)}` : ''}, en ninguna puerta.`}</p>
        {!shown.isSent && <p>Las demás puertas lo sabrán cuando vuelva la conexión.</p>}
      </div>
    )
  }
  return (
    <div className={styles.message} role="alert">
      <h2>{shown.title}</h2>
      <p>{failureText(shown.failure)}</p>
    </div>
  )
}
