/** The answers to the scans of an open gate: the one that fills the screen, and the last ones. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { phoneUrl } from '#domain/api/addresses'
import { missingText } from '#domain/events/entry'
import type { EmergencyContact } from '#domain/gate/calls'
import { answerTexts, type Direction, repeatTime } from '#domain/gate/passage'
import type { GatePilot } from '#domain/gate/schemas'
import { type FieldName, gateNames, labelsIn, shownText } from '#domain/pilots/fields'
import { classText, fullName } from '#domain/pilots/pilot'
import type { AnswerKind, Signals } from '../scan/signals.ts'
import { Button } from '../ui/form.tsx'
import { LineIcon, Photo } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { NumberPlate } from '../ui/marks.tsx'
import {
  type AnswerIcon,
  clockTime,
  failureText,
  mayLetIn,
  maySign,
  rosterWords,
  wordsOf,
} from './answer-words.ts'
import type { GateLine, ScanAnswer, ScanKind } from './gate-line.ts'
import type { SignatureDrawing } from './gate-memory.ts'
import { NoPhoto, RiderName } from './rider-search.tsx'
import styles from './scan-answers.module.css'
import { SigningDialog, type SigningDialogProps } from './signing-dialog.tsx'

export interface RecentScan {
  answer: ScanAnswer
  isUndone: boolean
}

/** The content of the whole screen: an answer, or the reason why there is none. */
export type Shown =
  | { answer: ScanAnswer /** The time of the scan that this one repeats. */; repeats?: string }
  | { failure: Error; title: string }
  | { undone: ScanAnswer /** False if the server will learn it later. */; isSent: boolean }
  | { contact: EmergencyContact; pilot: GatePilot }
  | { signing: Signer; waiver: SigningDialogProps['waiver'] }
  | { signed: Signer; isSent: boolean }

/** The refused scan of a rider who may sign the waiver. */
type Signer = ScanAnswer & { pilot: GatePilot }

export interface Scans {
  /** Absent while the gate is ready. */
  shown: Shown | undefined
  /** True while an answer is awaited. */
  isWaiting: boolean
  /** The newest first. */
  recent: readonly RecentScan[]
  /** The last passage that was counted here, which can be taken back. */
  undoable: ScanAnswer | undefined
  /** Records a scan. Without a card, `text` is the code of the rider whom the gate has found. */
  scan(text: string, direction: Direction, how?: ScanKind): void
  /** Lets a rider in who has entered already. */
  letIn(answer: ScanAnswer): void
  /** Records the scan of a refused rider once more. */
  repeat(answer: ScanAnswer): void
  /** Lets a rider read and sign the waiver. Until it is signed or closed, nothing else is shown. */
  beginSigning(signer: Signer): void
  /** @throws ApiError if the signature is not stored */
  sign(signer: Signer, hash: string, drawing: SignatureDrawing): Promise<void>
  readWaiver: SigningDialogProps['reload']
  endSigning(signer: Signer): void
  isSigning: boolean
  /** Runs an action at once or, while a rider signs, afterwards. */
  whenReady(action: () => void): void
  /** The number of actions that wait. */
  held: number
  undo(answer: ScanAnswer): void
  /** Shows the emergency contact of a pilot. */
  contact(pilot: GatePilot): void
  fail(error: Error, title?: string): void
  /** Shows what is shown for its whole time again. */
  hold(): void
  /** Makes the gate ready before the time is over. */
  clear(): void
}

/** The time that an answer stays on the screen, in milliseconds. */
const durations: Record<AnswerKind, number> = {
  yes: 4000,
  out: 4000,
  warn: 6000,
  no: 9000,
}

/** The time that an emergency contact stays, in which a person dials, and a signature: two minutes, in milliseconds. */
const contactDuration = 120_000

/** The most scans in the strip of the last ones. */
const maxRecent = 20

const notUndone = 'NO SE DESHIZO'
const notShown = 'NO SE MUESTRA'
const notSigned = 'NO SE FIRMA'

export function useScans(line: GateLine, signals: Signals): Scans {
  const [shown, setShown] = useState<Shown>()
  const [recent, setRecent] = useState<readonly RecentScan[]>([])
  const latest = useRef(recent)
  latest.current = recent
  const [waiting, setWaiting] = useState(0)
  /** The newest scan. Only its answer is shown, however late the others arrive. */
  const newest = useRef(0)

  useEffect(() => {
    if (!shown || 'signing' in shown) return
    const timer = setTimeout(() => setShown(undefined), durationOf(shown))
    return () => clearTimeout(timer)
  }, [shown])

  const isSigning = shown !== undefined && 'signing' in shown
  const [held, setHeld] = useState<readonly (() => void)[]>([])
  useEffect(() => {
    if (isSigning || held.length === 0) return
    setHeld([])
    for (const action of held) action()
  }, [isSigning, held])

  /** Runs an action, and shows its outcome unless a newer one has begun. Until then, `isKept` keeps what is shown. */
  async function run(action: () => Promise<Shown>, title: string, isKept = false) {
    newest.current += 1
    const number = newest.current
    setWaiting((count) => count + 1)
    if (!isKept) setShown(undefined)
    const outcome = await action().catch((failure: Error): Shown => ({ failure, title }))
    setWaiting((count) => count - 1)
    if (number !== newest.current) return
    setShown(outcome)
    if ('answer' in outcome || 'failure' in outcome) signals.give(kindOf(outcome))
  }

  function scan(text: string, direction: Direction, how?: ScanKind) {
    void run(async () => {
      const answer = await line.scan(text, direction, how)
      if (answer.result !== 'repeat') {
        setRecent((scans) => [{ answer, isUndone: false }, ...scans].slice(0, maxRecent))
        return { answer }
      }
      const original = repeatedBy(answer, latest.current)
      return { answer: original ?? answer, repeats: original?.at ?? answer.previous?.at ?? answer.at }
    }, answerTexts.notRecorded)
  }

  function again({ scanned, direction, cardless }: ScanAnswer, how?: ScanKind) {
    scan(scanned, direction, { ...(cardless && { cardless }), ...how })
  }

  return {
    shown,
    recent,
    isWaiting: waiting > 0,
    undoable: undoableOf(recent),

    scan,

    isSigning,
    held: held.length,
    whenReady: (action) => (isSigning ? setHeld((actions) => [...actions, action]) : action()),
    beginSigning: (signing) =>
      void run(async () => ({ signing, waiver: await line.waiver() }), notSigned, true),
    async sign(signed, hash, drawing) {
      setShown({ signed, isSent: await line.sign(signed.pilot, hash, drawing) })
    },
    readWaiver: () => line.waiver(),
    endSigning: (answer) => setShown({ answer }),
    repeat: again,
    letIn: (answer) => again(answer, { override: true }),

    undo: (answer) =>
      void run(async () => {
        const isSent = await line.undo(answer)
        setRecent((scans) =>
          scans.map((scan) => (scan.answer.id === answer.id ? { ...scan, isUndone: true } : scan)),
        )
        return { undone: answer, isSent }
      }, notUndone),

    contact: (pilot) => void run(async () => ({ contact: await line.contact(pilot), pilot }), notShown, true),

    fail: (failure, title = answerTexts.notRecorded) =>
      void run(async () => {
        throw failure
      }, title),

    hold: () => setShown((current) => current && { ...current }),

    clear: () => setShown(undefined),
  }
}

/** Returns the last answer that let a person pass and still counts. */
export function undoableOf(recent: readonly RecentScan[]): ScanAnswer | undefined {
  return recent.find(({ answer, isUndone }) => answer.admitted && !isUndone)?.answer
}

/** Returns the earlier answer that a repeated scan stands for, if this page gave it. */
export function repeatedBy(repeat: ScanAnswer, recent: readonly RecentScan[]): ScanAnswer | undefined {
  const found = recent.find(
    ({ answer, isUndone }) =>
      !isUndone &&
      answer.direction === repeat.direction &&
      (answer.pilot ? answer.pilot.id === repeat.pilot?.id : answer.scanned === repeat.scanned) &&
      Date.parse(repeat.at) - Date.parse(answer.at) <= repeatTime,
  )
  return found?.answer
}

/** Returns how long the screen shows something, in milliseconds. */
export function durationOf(shown: Shown): number {
  if ('contact' in shown || 'signed' in shown) return contactDuration
  return durations['undone' in shown ? 'yes' : kindOf(shown)]
}

function kindOf(shown: Shown): AnswerKind {
  return 'answer' in shown ? wordsOf(shown.answer).kind : 'no'
}

/** Shows nothing while the gate is ready. */
export function ShownScan({ scans, closeLabel }: { scans: Scans; closeLabel: string }) {
  const { shown, undoable, undo, hold, clear } = scans
  if (!shown) return null
  if ('signing' in shown) {
    const { signing, waiver } = shown
    return (
      <SigningDialog
        pilot={signing.pilot}
        waiver={waiver}
        held={scans.held}
        reload={scans.readWaiver}
        onSign={(hash, drawing) => scans.sign(signing, hash, drawing)}
        onClose={() => scans.endSigning(signing)}
      />
    )
  }
  const answer = 'answer' in shown ? shown.answer : undefined
  const pilot = answer?.pilot
  const second = (text: string, onClick: () => void) => (
    <Button className={styles.second} disabled={scans.isWaiting} onClick={onClick}>
      {text}
    </Button>
  )
  return (
    <section className={styles.shown} data-kind={answer && wordsOf(answer).kind} aria-label="Respuesta">
      <div className={styles.answer}>
        {'answer' in shown ? <AnswerView {...shown} /> : <Message shown={shown} />}
      </div>
      <div className={styles.actions}>
        {pilot && (
          <Button
            className={styles.askContact}
            disabled={scans.isWaiting}
            onClick={() => scans.contact(pilot)}
          >
            Contacto de emergencia
          </Button>
        )}
        {answer && mayLetIn(answer) && second('Dejar pasar', () => scans.letIn(answer))}
        {answer &&
          pilot &&
          maySign(answer) &&
          second('Firmar', () => scans.beginSigning({ ...answer, pilot }))}
        {'signed' in shown &&
          otherLacks(shown.signed).length === 0 &&
          second('Registrar entrada', () => scans.repeat(shown.signed))}
        {answer && answer.id === undoable?.id && (
          <UndoButton key={answer.id} className={styles.second} onAsk={hold} onUndo={() => undo(answer)} />
        )}
        <button type="button" onClick={clear}>
          {closeLabel}
        </button>
      </div>
    </section>
  )
}

function Message({ shown }: { shown: Exclude<Shown, { answer: ScanAnswer } | { signing: Signer }> }) {
  if ('undone' in shown) {
    const { pilot, direction } = shown.undone
    const what = direction === 'in' ? 'la entrada' : 'la salida'
    return (
      <Words word="DESHECHO">
        <p>{`No se cuenta ${what}${pilot ? ` de ${fullName(pilot)}` : ''}, en ninguna puerta.`}</p>
        {!shown.isSent && <p>Las demás puertas lo sabrán cuando vuelva la conexión.</p>}
      </Words>
    )
  }
  if ('contact' in shown) return <ContactView {...shown} />
  if ('signed' in shown) {
    const lacks = otherLacks(shown.signed)
    return (
      <Words word="FIRMADO">
        <p>{`${fullName(shown.signed.pilot)} firmó el deslinde.`}</p>
        <p>
          {lacks.length > 0
            ? `Todavía falta: ${missingText(lacks)}. Se arregla en la mesa.`
            : 'Para que entre, escanee otra vez o toque Registrar entrada.'}
        </p>
        {!shown.isSent && (
          <p>La firma queda guardada en este equipo, y se envía cuando vuelva la conexión.</p>
        )}
      </Words>
    )
  }
  return (
    <Words word={shown.title}>
      <p>{failureText(shown.failure)}</p>
    </Words>
  )
}

interface WordsProps {
  icon?: AnswerIcon
  word: string
  detail?: string
  children: ReactNode
}

/** The word of an answer or of a message, as large as there is room, and the sentences below it. */
function Words({ icon, word, detail, children }: WordsProps) {
  return (
    <div className={styles.words} role="alert">
      {icon && <LineIcon className={styles.icon} d={paths[icon]} isRound />}
      <h2
        className={styles.word}
        data-length={word.length > 7 ? 'long' : word.length > 4 ? 'medium' : 'short'}
      >
        {word}
        {detail && <span> {detail}</span>}
      </h2>
      {children}
    </div>
  )
}

/** The emergency contact of a pilot, whose telephone one tap dials. */
function ContactView({ contact, pilot }: Extract<Shown, { contact: object }>) {
  const { emergencia_nombre: name, emergencia_parentesco: kinship, emergencia_celular: phone } = contact
  const url = phone === null ? undefined : phoneUrl(phone)
  const isEmpty = name === null && kinship === null && phone === null
  return (
    <div className={`${layout.stack} ${styles.words}`} role="alert">
      <h2 className={styles.lead}>Contacto de emergencia</h2>
      <p>{`De ${fullName(pilot)}`}</p>
      {isEmpty && <p className={styles.lead}>No tiene contacto de emergencia</p>}
      {name !== null && <p className={styles.lead}>{name}</p>}
      {kinship !== null && <p>{kinship}</p>}
      {phone !== null &&
        (url ? (
          <a className={styles.dial} href={url}>
            {phone}
          </a>
        ) : (
          <p className={styles.lead}>{phone}</p>
        ))}
    </div>
  )
}

/** The answer to a scan: its word, and the person it is about. */
function AnswerView({ answer, repeats }: Extract<Shown, { answer: ScanAnswer }>) {
  const { word, detail, advice, icon } = wordsOf(answer)
  const { pilot, photo, listedAt, admitted, cardless, override } = answer
  return (
    <>
      <Words icon={icon} word={word} detail={detail}>
        {repeats && <p>{`Es la misma lectura de las ${clockTime(repeats)}: no se cuenta otra vez.`}</p>}
        {advice && <p>{advice}</p>}
        {cardless && admitted && !repeats && <p>Sin credencial: así queda anotado.</p>}
        {override && admitted && <p>Lo dejó pasar la puerta: queda como incidencia.</p>}
        {listedAt && <p>{`Sin conexión: responde ${rosterWords(listedAt)}.`}</p>}
      </Words>
      {pilot && (
        <div className={styles.person}>
          <GatePhoto key={answer.id} {...photo} name={fullName(pilot)} />
          <div className={styles.facts}>
            <p className={styles.rider}>
              <RiderName rider={pilot} />
            </p>
            <NumberPlate number={pilot.npiloto} className={styles.plate} />
            {Array.from(factNames, (name) => (
              <Fact
                key={name}
                name={name}
                value={name === 'modalidad' ? classText(pilot) : shownText(name, pilot[name])}
              />
            ))}
            {pilot.own?.map(({ label, text }) => (
              <p key={label}>
                {label} <b>{text}</b>
              </p>
            ))}
          </div>
        </div>
      )}
    </>
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

/** Returns what a rider lacks besides the signature. */
function otherLacks({ lacks = [] }: ScanAnswer) {
  return lacks.filter((name) => name !== 'waiver')
}

/** The time in which the second tap is awaited, in milliseconds. */
const askTime = 4000

interface UndoButtonProps {
  className?: string
  /** Is called at the first tap. */
  onAsk?: () => void
  onUndo: () => void
}

/** The button that takes a passage back: the first tap only asks, and the second one does it. */
export function UndoButton({ className, onAsk, onUndo }: UndoButtonProps) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), askTime)
    return () => clearTimeout(timer)
  }, [isAsking])

  function press() {
    setAsking(!isAsking)
    if (isAsking) onUndo()
    else onAsk?.()
  }

  return (
    <Button className={className} data-asking={isAsking || undefined} onClick={press}>
      {isAsking ? 'Toque otra vez para deshacer' : 'Deshacer'}
    </Button>
  )
}
