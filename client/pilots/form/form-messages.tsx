/**
 * The notices of a form: its draft was recovered, its pilot was changed or removed elsewhere, the last attempt to send it
 * failed, or a pilot was stored or removed.
 */
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { credentialPath, formPath, screens } from '#domain/api/addresses'
import { fromRecord, type ShownPilot } from '#domain/api/wire'
import type { EntriesReportInfo } from '#domain/events/entry-calls'
import { repeatWarning, sharedNames } from '#domain/pilots/fields'
import { fullName, guardianMissingText, lacksGuardian, type Pilot } from '#domain/pilots/pilot'
import { consentMissing } from '#domain/privacy/consent'
import { formatDate, formatMoment, today } from '#domain/text/date'
import { meanwhile } from '#domain/text/text'
import { recall, remember } from '../../api/browser-memory.ts'
import { ApiError, callForPilot } from '../../api/call.ts'
import { useStream } from '../../api/changes.ts'
import { features, type RiderAction } from '../../api/feature.ts'
import { usePrinting } from '../../credential/print-now.tsx'
import { EnterDialog, enterTitle } from '../../events/enter-dialog.tsx'
import type { ReadCard } from '../../scan/identity/read-card.ts'
import button from '../../ui/button.module.css'
import { Button, KeyButton, useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { Notice, Warning } from '../../ui/notice.tsx'
import { actionKeys as keys, useActionKeys } from '../../ui/page-events.ts'
import { UndoProblem } from '../../ui/undo.tsx'
import type { Draft } from './kept-drafts.ts'
import { useDuplicates } from './known-pilot.tsx'
import { valuesOf } from './pilot-values.ts'

export function RecoveredNotice({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const when = formatMoment(draft.at).replace(formatDate(today()), 'hoy')
  return (
    <Notice>
      <p>
        Se recuperó lo que había escrito ({when}).
        {draft.hadPhoto && ' La foto que eligió no se recupera: elíjala otra vez.'}
      </p>
      <Button onClick={onDiscard}>Descartar</Button>
    </Notice>
  )
}

interface CardNoticeProps {
  card: ReadCard
  /** True if the form shows a stored pilot. */
  isStored: boolean
  /** True if the form has values of the pilot before. */
  isRepeated: boolean
}

/** Says that a scanned card is in the form, what it does not say, and once what to set on the scanner. */
export function CardNotice({ card, isStored, isRepeated }: CardNoticeProps) {
  const [isFirst] = useState(() => card.isOtherKeyboard && recall(hintName, 'sessionStorage') === null)
  useEffect(() => {
    if (isFirst) remember(hintName, 'shown', 'sessionStorage')
  }, [isFirst])
  return (
    <Notice kind={card.uncertain.size > 0 ? 'warning' : 'good'}>
      <p>
        {isStored ? 'Este piloto ya estaba registrado, y se leyó su documento.' : 'Se leyó el documento.'}{' '}
        {card.uncertain.size > 0 && 'Revise lo marcado. '}
        {card.notes.join(' ')}
        {isRepeated && ' Licencia, modalidad y club son los del piloto anterior: revíselos.'}
        {isFirst &&
          ' El lector está configurado con el teclado de Estados Unidos: póngalo en español con el código de su manual.'}
      </p>
    </Notice>
  )
}

const hintName = 'pilotos-scanner-keyboard'

export function ChangedNotice({ onCompare }: { onCompare: () => void }) {
  return (
    <Notice kind="warning">
      <p>{meanwhile('cambió a este piloto')}. Lo escrito sigue aquí: al guardar podrá elegir qué queda.</p>
      <Button onClick={onCompare}>Comparar</Button>
    </Notice>
  )
}

export function GoneNotice({ error }: { error: Error }) {
  const isRevoked = error instanceof ApiError && error.status === 410
  return (
    <Warning>
      {isRevoked
        ? 'La credencial de este piloto fue anulada mientras tanto, y el piloto tiene un código nuevo: ábralo otra vez desde la Lista.'
        : 'Este piloto fue borrado mientras tanto: ya no se puede guardar.'}{' '}
      Lo escrito sigue aquí.
    </Warning>
  )
}

/** The result of the last attempt to send a form. */
export function FormOutcome({ error, hasMistakes }: { error?: ApiError; hasMistakes: boolean }) {
  if (hasMistakes) return <p>Revise lo marcado en rojo: falta corregirlo.</p>
  if (!error) return null
  const { status, message, details, fields: wrong } = error
  if (Object.keys(wrong).length > 0) return <p>No se guardó: revise lo marcado en rojo.</p>
  if (status === 0) return <Unanswered message={message} />
  return (
    <p>
      {!details.unknown && 'No se guardó. '}
      {message.replace(/\.$/, '')}. Lo escrito sigue aquí.{' '}
      {status === 401 && (
        <a href={screens.login} target="_blank" rel="noreferrer">
          Inicie sesión en otra pestaña y vuelva a esta
        </a>
      )}
    </p>
  )
}

/** Asks the person to try again. A retry is not automatic, because the first request may have been stored. */
function Unanswered({ message }: { message: string }) {
  const { isConnected } = useStream()
  const [wasLost, setLost] = useState(false)
  useEffect(() => {
    if (!isConnected) setLost(true)
  }, [isConnected])
  if (isConnected && wasLost) {
    return <p>El kiosco ya responde. Lo escrito sigue aquí: envíelo otra vez con Ctrl+Enter.</p>
  }
  return (
    <p>
      No se sabe si se guardó. {message} Lo escrito sigue aquí: inténtelo otra vez, o búsquelo antes en la
      Lista.
    </p>
  )
}

/** The last pilot whom a screen has stored or removed. */
export interface DonePilot {
  pilot: ShownPilot
  done: 'registered' | 'edited' | 'removed'
  /** True if the pilot has applied, and may be entered in the open event, as a new one may. */
  hasApplied?: boolean
  /** The category that the pilot asks for. */
  category?: string
}

interface DoneNoticeProps {
  last?: DonePilot
  /** True while another pilot is typed: then the keys that would act on this one are off. */
  isTyping?: boolean
  /** Is called with the pilot after a change. */
  onChange: (pilot: ShownPilot) => void
  /** Called when the person goes on to the next pilot, after a dialog too. */
  onNext: () => void
  /** Other notices. */
  children?: ReactNode
}

/** The notice about the pilot whom a screen has stored or removed, with the dialogs that it opens. */
export function DoneNotice({ last, isTyping = false, onChange, onNext, children }: DoneNoticeProps) {
  const printing = usePrinting(onNext)
  const [open, setOpen] = useState<'enter' | RiderAction>()

  function take({ pilots: [record] }: Pick<EntriesReportInfo, 'pilots'>) {
    const changed = record && fromRecord(record)
    if (changed) onChange(changed)
  }

  function close() {
    // While the dialog is open, no other control can take the focus.
    flushSync(() => setOpen(undefined))
    onNext()
  }

  return (
    <>
      <div role="alert">
        {last &&
          (last.done === 'removed' ? (
            <RemovedNotice pilot={last.pilot} />
          ) : (
            <SavedNotice
              pilot={last.pilot}
              text={last.done === 'edited' ? 'El usuario fue actualizado exitosamente' : 'Registro exitoso'}
              isEdit={last.done === 'edited'}
              canEnter={last.done === 'registered' || last.hasApplied === true}
              isTyping={isTyping}
              onPrint={() => printing.print(last.pilot)}
              onEnter={() => setOpen('enter')}
              onAct={setOpen}
              onNext={onNext}
            />
          ))}
        {children}
      </div>
      {printing.view}
      {last && typeof open === 'object' && (
        <open.Dialog ids={[last.pilot.id]} onDone={take} onClose={close} />
      )}
      {last && open === 'enter' && (
        <EnterDialog
          selection={{ ids: [last.pilot.id] }}
          total={1}
          category={last.category}
          onDone={take}
          onClose={close}
        />
      )}
    </>
  )
}

interface SavedNoticeProps extends Pick<DonePilot, 'pilot'>, Pick<DoneNoticeProps, 'isTyping' | 'onNext'> {
  /** The success message. */
  text: string
  isEdit: boolean
  canEnter: boolean
  onPrint: () => void
  onEnter: () => void
  /** Opens an action that is due for the rider. */
  onAct: (action: RiderAction) => void
}

function SavedNotice(props: SavedNoticeProps) {
  const { pilot, text, isEdit, canEnter, isTyping, onPrint, onEnter, onAct, onNext } = props
  const navigate = useNavigate()
  const path = credentialPath(pilot.id)
  const due = features.find(({ action }) => action?.isDue(pilot))?.action
  const act = due && (() => onAct(due))
  const isUnguarded = lacksGuardian(pilot, today())
  const edit = (
    <>
      se anota con «<Link to={formPath(pilot.id)}>Editar</Link>»
    </>
  )
  /** True if a key was pressed that is off. */
  const [isRefused, setRefused] = useState(false)
  const refuse = () => setRefused(true)
  const usable = (key: string) => (isTyping ? undefined : key)
  useActionKeys({
    [keys.credential]: isTyping ? refuse : () => navigate(path),
    [keys.next]: onNext,
    [keys.print]: isTyping ? refuse : onPrint,
    [keys.enter]: isTyping ? refuse : (act ?? (canEnter ? onEnter : undefined)),
    [keys.search]: () => navigate(screens.search, { state: searchState }),
  })

  return (
    <Notice kind={isUnguarded || (pilot.consentDue !== undefined && !pilot.consent) ? 'warning' : 'good'}>
      <p>
        <strong>{text}</strong> {isEdit && 'Piloto '}
        {fullName(pilot)}
        {pilot.consentDue !== undefined && !pilot.consent && (
          <strong className={layout.block}>
            {consentMissing}: {edit}.
          </strong>
        )}
        {isUnguarded && (
          <strong className={layout.block}>
            {guardianMissingText}: {edit}.
          </strong>
        )}
        <SharedValues pilot={pilot} />
        {isTyping && isRefused && (
          <strong className={layout.block}>
            Hay otro piloto a medio escribir: regístrelo primero, o use los botones de {fullName(pilot)}.
          </strong>
        )}
      </p>
      <div className={layout.wrap}>
        <KeyButton name="Imprimir" shortcut={usable(keys.print)} onClick={onPrint} />
        {act && (
          <KeyButton
            className={button.primary}
            name={due.title}
            shortcut={usable(keys.enter)}
            onClick={act}
          />
        )}
        {canEnter && (
          <KeyButton name={enterTitle} shortcut={due ? undefined : usable(keys.enter)} onClick={onEnter} />
        )}
        <Link className={button.button} to={path} aria-keyshortcuts={usable(keys.credential)}>
          Ver credencial {!isTyping && <kbd>{keys.credential}</kbd>}
        </Link>
        <KeyButton name="Siguiente" shortcut={keys.next} onClick={onNext} />
        <Link
          className={button.button}
          to={screens.search}
          state={searchState}
          aria-keyshortcuts={keys.search}
        >
          Buscar <kbd>{keys.search}</kbd>
        </Link>
      </div>
    </Notice>
  )
}

const searchState = { hasFocus: true }

/** Says who else has the shared values of the pilot: they may be stored, but not unnoticed. */
function SharedValues({ pilot }: { pilot: Pilot }) {
  const [values] = useState(() => valuesOf(pilot))
  const found = useDuplicates(values, values, pilot.id)
  const { person } = found
  const shared = sharedNames.map((name) => {
    const owner = found[name]
    const repeated = repeatWarning(name)
    if (!owner || !repeated) return null
    return (
      <span key={name} className={layout.block}>
        {repeated.warning} {pilot[name]} {repeated.within && `de ${pilot[repeated.within]} `}también es de{' '}
        <OwnerLink {...owner} />.
      </span>
    )
  })
  return (
    <>
      {person && (
        <span className={layout.block}>
          <OwnerLink {...person} /> tiene el mismo nombre y{' '}
          {person.document
            ? `la misma fecha de nacimiento, con el documento ${person.document}`
            : 'está incompleto, sin documento: quizás sea la misma persona'}
          .
        </span>
      )}
      {shared}
    </>
  )
}

/** Links to the credential in a new tab, so that the form stays open. */
export function OwnerLink({ id, name }: { id: string; name: string }) {
  return (
    <a href={credentialPath(id)} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}

/** The notice about a pilot who was removed, displayed until the next action. */
function RemovedNotice({ pilot }: { pilot: Pilot }) {
  const navigate = useNavigate()
  const { run, isBusy, error } = useAction(async () =>
    navigate(
      credentialPath(
        (await callForPilot('POST /api/pilots/:id/undo-remove', { params: { id: pilot.id } })).id,
      ),
    ),
  )
  return (
    <Notice>
      <p>
        <strong>Se borró a {fullName(pilot)}</strong> {error && <UndoProblem error={error} />}
      </p>
      <Button disabled={isBusy} onClick={run}>
        Deshacer
      </Button>
    </Notice>
  )
}
