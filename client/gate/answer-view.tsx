/** The answer to a scan: its word, and the person it is about. */
import { useEffect, useState } from 'react'
import { fullName } from '#domain/pilot/full-name'
import { Photo } from '../photo/photo.tsx'
import styles from './answer-view.module.css'
import { type AnswerIcon, clockTime, wordsOf } from './answer-words.ts'
import type { GateAnswer } from './gate-line.ts'
import { rosterWords } from './roster-age.ts'

interface AnswerViewProps {
  answer: GateAnswer
  /** The time of the scan that this one repeats. */
  repeats?: string
}

export function AnswerView({ answer, repeats }: AnswerViewProps) {
  const { word, detail, advice, icon } = wordsOf(answer)
  const { pilot, photo, listedAt } = answer
  return (
    <div className={styles.answer}>
      <div className={styles.words} role="alert">
        <StatusIcon icon={icon} />
        <h2
          className={styles.word}
          data-length={word.length > 7 ? 'long' : word.length > 4 ? 'medium' : 'short'}
        >
          {word}
          {detail && <span className={styles.detail}> {detail}</span>}
        </h2>
        {repeats && <p>{`Es la misma lectura de las ${clockTime(repeats)}: no se cuenta otra vez.`}</p>}
        {advice && <p>{advice}</p>}
        {listedAt && <p>{`Sin conexión: responde ${rosterWords(listedAt)}.`}</p>}
      </div>
      {pilot && (
        <div className={styles.person}>
          <GatePhoto key={answer.id} {...photo} name={fullName(pilot)} />
          <div className={styles.facts}>
            <p className={styles.name}>{fullName(pilot)}</p>
            <p className={styles.plate}>
              <span className={styles.hidden}>Número </span>
              {pilot.npiloto}
            </p>
            <p className={styles.line}>{pilot.modalidad}</p>
            <p className={styles.line}>
              Sangre <b className={styles.blood}>{pilot.tiposangre}</b>
            </p>
          </div>
        </div>
      )}
    </div>
  )
}

/** The photo: the small one at once, and the full one when it has arrived. */
function GatePhoto({ small, full, name }: { small?: string; full?: string; name: string }) {
  const [src, setSrc] = useState(small)
  useEffect(() => {
    if (!full || full === small) return
    const image = new Image()
    image.onload = () => setSrc(full)
    image.src = full
    return () => {
      image.onload = null
    }
  }, [full, small])
  return <Photo className={styles.photo} src={src} alt={`Foto de ${name}`} />
}

const paths: Record<AnswerIcon, string> = {
  check: 'M4 13l6 6L21 6',
  again: 'M12 3L2 21h20zM12 10v5M12 18v.1',
  clock: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 7v6l4 2',
  pause: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM9.5 8v8M14.5 8v8',
  cross: 'M5 5l14 14M19 5L5 19',
  question: 'M8 8.5a4 4 0 1 1 6 3.5c-1.5.9-2 1.6-2 3.5M12 20v.1',
  exit: 'M10 4H4v16h6M9 12h12M16 7l5 5-5 5',
}

function StatusIcon({ icon }: { icon: AnswerIcon }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d={paths[icon]}
      />
    </svg>
  )
}
