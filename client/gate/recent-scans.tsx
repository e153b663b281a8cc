/** The strip of the last scans, with the button that takes back the last one. */
import { fullName } from '#domain/pilot/full-name'
import button from '../ui/button.module.css'
import { clockTime, wordsOf } from './answer-words.ts'
import type { GateAnswer } from './gate-line.ts'
import styles from './recent-scans.module.css'
import type { RecentScan } from './scans.ts'

/** The number of scans that fit on a phone beside the camera. */
const shownScans = 4

interface RecentScansProps {
  scans: readonly RecentScan[]
  undoable: GateAnswer | undefined
  onUndo: (answer: GateAnswer) => void
}

export function RecentScans({ scans, undoable, onUndo }: RecentScansProps) {
  if (scans.length === 0) return null
  return (
    <section aria-label="Últimas lecturas">
      <ol className={styles.list}>
        {scans.slice(0, shownScans).map(({ answer, isUndone }) => (
          <li key={answer.id} className={styles.scan} data-kind={isUndone ? undefined : wordsOf(answer).kind}>
            <span className={styles.time}>{clockTime(answer.at)}</span>
            <span className={styles.word} data-undone={isUndone || undefined}>
              {isUndone ? 'DESHECHO' : wordsOf(answer).word}
            </span>
            <span className={styles.who}>{answer.pilot ? fullName(answer.pilot) : ''}</span>
            {answer === undoable && (
              <button type="button" className={button.button} onClick={() => onUndo(answer)}>
                Deshacer
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
