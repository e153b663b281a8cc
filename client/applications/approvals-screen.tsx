/** The screen *Por aprobar*: riders who have applied on their own phones, of whom the desk opens one by the turn. */
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { applicationPath, approvalPath, screens } from '#domain/api/addresses'
import { turnText } from '#domain/applications/application'
import type { ApplicationInfo } from '#domain/applications/calls'
import { readTurn, waitText } from '#domain/applications/desk'
import { categoryOf, categoryTitle } from '#domain/events/categories/category'
import { isFieldName } from '#domain/pilots/fields'
import { missingText } from '#domain/pilots/incomplete'
import { minorText } from '#domain/pilots/pilot'
import { count } from '#domain/text/text'
import { dropDraftsOf } from '../api/browser-memory.ts'
import { callForList } from '../api/call.ts'
import { useLiveLoad, useStream } from '../api/changes.ts'
import { useCurrentEvents } from '../api/event-list.ts'
import { DoneNotice, type DonePilot } from '../pilots/form/form-messages.tsx'
import { goToRow } from '../pilots/list/rows.ts'
import button from '../ui/button.module.css'
import { TextField } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Awaited, Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import styles from './approvals.module.css'
import { OpenApplication } from './open-application.tsx'

/** The list of those who wait, or the form with one of them: `application` is its identifier. */
export function ApprovalsScreen({ application }: { application?: string }) {
  const navigate = useNavigate()
  const turn = readTurn(useSearchParams()[0].get('turno') ?? '')
  const loaded = useLiveLoad((signal) => callForList('GET /api/applications', { signal }), 'applications')
  const { refresh } = loaded
  /** Those that were decided on here. The list of the server follows a little later. */
  const [decided, setDecided] = useState<readonly string[]>([])
  const list = loaded.value?.filter(({ id }) => !decided.includes(id))
  const { queue } = useStream()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the queue
  useEffect(() => refresh(), [queue, refresh])
  const [approved, setApproved] = useState<DonePilot>()
  /** The message about the last decision, or the reason why it was not made. */
  const [said, say] = useState<{ text: string; isProblem?: boolean }>()
  // The next rider has begun, also if the desk goes back without a decision.
  useEffect(() => {
    if (application) setApproved(undefined)
    if (application) say(undefined)
  }, [application])

  // The drafts of the desk about them are deleted once their form is closed.
  useEffect(() => {
    if (!application) for (const id of decided) dropDraftsOf(id)
  }, [application, decided])

  function goBack(next: { approved?: DonePilot; said?: typeof said }) {
    setApproved(next.approved)
    say(next.said)
    if (application) setDecided((others) => [...others, application])
    refresh()
    navigate(approvalPath(), { replace: true })
    window.scrollTo(0, 0)
  }

  if (application)
    return (
      <OpenApplication
        key={application}
        id={application}
        known={list?.find(({ id }) => id === application)?.known}
        onApproved={(approved) => goBack({ approved })}
        onDone={(text) => goBack({ said: { text } })}
        onDecided={({ message }) => goBack({ said: { text: `${message}.`, isProblem: true } })}
      />
    )
  const called = list?.find((one) => one.turn === turn)
  if (called) return <Navigate to={applicationPath(called.id)} replace />
  const isGone = turn !== undefined && list !== undefined
  return (
    <>
      <title>Por aprobar · PilotOS</title>
      <DoneNotice
        last={approved}
        onChange={(pilot) => setApproved(approved && { ...approved, pilot })}
        onNext={focusTurn}
      >
        {(isGone || said?.isProblem) && (
          <Notice kind="warning">
            {isGone ? `El turno ${turnText(turn)} no espera: ya se atendió, o venció.` : said?.text}
          </Notice>
        )}
      </DoneNotice>
      <div className={layout.split}>
        <h1>Por aprobar</h1>
        {list && list.length > 0 && <TurnForm list={list} />}
      </div>
      <p className={layout.note} role="status">
        {said && !said.isProblem && `${said.text} `}
        {list && list.length > 0 && `${count(list.length, 'persona')} por aprobar.`}
      </p>
      <Awaited load={{ ...loaded, value: list }}>
        {(found) => (found.length === 0 ? <Empty /> : <Queue list={found} />)}
      </Awaited>
    </>
  )
}

const turnName = 'turn'

function focusTurn(): void {
  document.querySelector<HTMLElement>(`[name="${turnName}"]`)?.focus()
}

/** Moves the focus by a row. Above the first one is the field of the turn. */
function onArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
  if (!step) return
  event.preventDefault()
  if (!goToRow(document.body, step)) focusTurn()
}

/** The field that takes a typed turn, or the QR of a phone. Enter without a turn opens the first application. */
function TurnForm({ list }: { list: readonly ApplicationInfo[] }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(focusTurn, [])

  function open() {
    const turn = text.trim() === '' ? list[0]?.turn : readTurn(text)
    const called = list.find((one) => one.turn === turn)
    if (called) return navigate(applicationPath(called.id))
    setProblem(turn ? `El turno ${turnText(turn)} no espera` : 'El turno tiene tres cifras')
  }

  return (
    <form
      className={`${layout.inline} ${styles.turn}`}
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
      onKeyDown={onArrows}
    >
      <TextField
        name={turnName}
        label="Turno"
        problem={problem}
        inputMode="numeric"
        value={text}
        onChange={(next) => {
          setText(next)
          setProblem('')
        }}
      />
      <button type="submit" className={button.primary}>
        {text.trim() ? 'Abrir' : 'Atender al primero'} <kbd>Enter</kbd>
      </button>
    </form>
  )
}

function Queue({ list }: { list: readonly ApplicationInfo[] }) {
  const event = useCurrentEvents().value?.open
  const now = useNow()
  return (
    <ul className={parts.rows} aria-label="Por aprobar" onKeyDown={onArrows}>
      {list.map(({ id, turn, at, name, document: its, minor, known, missing, category, signed }) => {
        const asked = event && categoryOf(event, { category })
        return (
          <li key={id}>
            <Link className={styles.row} data-opens to={applicationPath(id)}>
              <b className={parts.number}>{turnText(turn)}</b>
              <span className={styles.who}>
                <b>{name}</b> {minor && <b className={styles.minor}>{minorText}</b>}
                <span className={`${layout.hint} ${layout.block}`}>{its || 'Sin documento'}</span>
              </span>
              <span>{known ? 'Ya registrado' : 'Nuevo'}</span>
              <span className={`${styles.wide} ${styles.missing}`}>
                {[
                  missing.length > 0 && missingText(missing.filter(isFieldName)),
                  signed === false && 'falta el deslinde',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <span className={styles.wide}>{asked && categoryTitle(asked)}</span>
              <span className={layout.soft}>{waitText(at, now)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Empty() {
  return (
    <div className={parts.empty}>
      <p>
        Nadie espera. Aquí llegan quienes se anotan desde su teléfono con el QR del cartel: se comparan con su
        documento y se aprueban. Un administrador abre la autoinscripción en Ajustes.
      </p>
      <Link className={button.button} to={screens.search}>
        Ir a la lista
      </Link>
    </div>
  )
}
