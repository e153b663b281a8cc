/** Fills the screen with the answer to a scan, or with the reason why there is none. */
import { useEffect, useState } from 'react'
import { phoneUrl } from '#domain/api/addresses'
import { type FieldName, gateNames, labelsIn, shownText } from '#domain/pilots/fields'
import { fullName, minorText } from '#domain/pilots/pilot'
import { LineIcon, Photo } from '../ui/images.tsx'
import { type AnswerIcon, clockTime, failureText, mayLetIn, rosterWords, wordsOf } from './answer-words.ts'
import styles from './gate.module.css'
import type { ScanAnswer } from './gate-line.ts'
import { NoPhoto } from './rider-search.tsx'
import type { Scans, Shown } from './scans.ts'
import { UndoButton } from './undo-button.tsx'

/** Shows nothing while the gate is ready. */
export function ShownScan({ scans, closeLabel }: { scans: Scans; closeLabel: string }) {
  const { shown, undoable, undo, hold, clear } = scans
  if (!shown) return null
  const answer = 'answer' in shown ? shown.answer : undefined
  const pilot = answer?.pilot
  return (
    <section className={styles.shown} data-kind={answer && wordsOf(answer).kind} aria-label="Respuesta">
      {'answer' in shown ? <AnswerView {...shown} /> : <Message shown={shown} />}
      <div className={styles.actions}>
        {pilot && (
          <button
            type="button"
            className={styles.askContact}
            disabled={scans.isWaiting}
            onClick={() => scans.contact(pilot)}
          >
            Contacto de emergencia
          </button>
        )}
        {answer && mayLetIn(answer) && (
          <button
            type="button"
            className={styles.letIn}
            disabled={scans.isWaiting}
            onClick={() => scans.letIn(answer)}
          >
            Dejar pasar
          </button>
        )}
        {answer && answer.id === undoable?.id && (
          <UndoButton key={answer.id} className={styles.undo} onAsk={hold} onUndo={() => undo(answer)} />
        )}
        <button type="button" className={styles.next} onClick={clear}>
          {closeLabel}
        </button>
      </div>
    </section>
  )
}

function Message({ shown }: { shown: Exclude<Shown, { answer: ScanAnswer }> }) {
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
  if ('contact' in shown) return <ContactView {...shown} />
  return (
    <div className={styles.message} role="alert">
      <h2>{shown.title}</h2>
      <p>{failureText(shown.failure)}</p>
    </div>
  )
}

/** The emergency contact of a pilot, whose telephone one tap dials. */
function ContactView({ contact, pilot }: Extract<Shown, { contact: object }>) {
  const { emergencia_nombre: name, emergencia_parentesco: kinship, emergencia_celular: phone } = contact
  const url = phone === null ? undefined : phoneUrl(phone)
  const isEmpty = name === null && kinship === null && phone === null
  return (
    <div className={`${styles.message} ${styles.contact}`} role="alert">
      <h2>Contacto de emergencia</h2>
      <p>{`De ${fullName(pilot)}`}</p>
      {isEmpty && <p className={styles.contactName}>No tiene contacto de emergencia</p>}
      {name !== null && <p className={styles.contactName}>{name}</p>}
      {kinship !== null && <p>{kinship}</p>}
      {phone !== null && (url ? <a href={url}>{phone}</a> : <p className={styles.contactName}>{phone}</p>)}
    </div>
  )
}

/** The answer to a scan: its word, and the person it is about. */
function AnswerView({ answer, repeats }: Extract<Shown, { answer: ScanAnswer }>) {
  const { word, detail, advice, icon } = wordsOf(answer)
  const { pilot, photo, listedAt, admitted, cardless, override } = answer
  return (
    <div className={styles.answer}>
      <div className={styles.words}>
        <div role="alert">
          <LineIcon className={styles.icon} d={paths[icon]} isRound />
          <h2
            className={styles.word}
            data-length={word.length > 7 ? 'long' : word.length > 4 ? 'medium' : 'short'}
          >
            {word}
            {detail && <span> {detail}</span>}
          </h2>
          {repeats && <p>{`Es la misma lectura de las ${clockTime(repeats)}: no se cuenta otra vez.`}</p>}
          {advice && <p>{advice}</p>}
          {cardless && admitted && !repeats && <p>Sin credencial: así queda anotado.</p>}
          {override && admitted && <p>Lo dejó pasar la puerta: queda como incidencia.</p>}
          {listedAt && <p>{`Sin conexión: responde ${rosterWords(listedAt)}.`}</p>}
        </div>
      </div>
      {pilot && (
        <div className={styles.person}>
          <GatePhoto key={answer.id} {...photo} name={fullName(pilot)} />
          <div className={styles.facts}>
            <p className={styles.rider}>
              {fullName(pilot)} {pilot.minor && <b className={styles.minor}>{minorText}</b>}
            </p>
            <p className={styles.plate}>
              <span className={styles.hidden}>{labels.get('npiloto')} </span>
              {pilot.npiloto}
            </p>
            {Array.from(factNames, (name) => (
              <Fact key={name} name={name} value={shownText(name, pilot[name])} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const labels = labelsIn('gate')

/** The fields that stand below the names: the first two beside the number. */
const factNames = new Set<(typeof gateNames)[number]>(['modalidad', 'tiposangre', ...gateNames])
for (const name of ['name', 'lastname', 'npiloto'] as const) factNames.delete(name)

function Fact({ name, value }: { name: FieldName; value?: string }) {
  const label = labels.get(name)
  if (value === undefined) return null
  if (!label) return <p>{value}</p>
  return (
    <p>
      {label} <b className={name === 'tiposangre' ? styles.blood : undefined}>{value}</b>
    </p>
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
  return <Photo className={styles.photo} src={src} alt={`Foto de ${name}`} placeholder={<NoPhoto />} />
}

const paths: Record<AnswerIcon, string> = {
  check: 'M4 13l6 6L21 6',
  again: 'M12 3L2 21h20zM12 10v5M12 18v.1',
  clock: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 7v6l4 2',
  pause: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM9.5 8v8M14.5 8v8',
  cross: 'M5 5l14 14M19 5L5 19',
  questionMark: 'M8 8.5a4 4 0 1 1 6 3.5c-1.5.9-2 1.6-2 3.5M12 20v.1',
  exit: 'M10 4H4v16h6M9 12h12M16 7l5 5-5 5',
}
