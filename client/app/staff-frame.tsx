/** The notices in the frame of staff, and the screen in place of one that the role of the person may not open. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { screens } from '#domain/api/addresses'
import { paperOf } from '#domain/credential/paper'
import type { SessionInfo } from '#domain/staff/calls'
import { permits, type Role, roleRefusal } from '#domain/staff/roles'
import { figure } from '#domain/text/text'
import { ApiError, callForOne } from '../api/call.ts'
import { useChanges, useStream } from '../api/changes.ts'
import { type Unsent, unsentText, useSession } from '../api/session.ts'
import { questionTime, timeLimit } from '../api/silence.ts'
import entry from '../gate/numbers/gate-numbers.module.css'
import { usePassageNumbers } from '../gate/numbers/gate-numbers.tsx'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import { Command } from '../ui/marks.tsx'
import { Menu } from '../ui/menu.tsx'
import { Failure, Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from './app.module.css'
import { approvalsEntry, menuFor } from './menu.ts'

const serverGone = notResponding('El kiosco')
const databaseGone = notResponding('La base de datos')

/** The pause before each further request that checks whether the server responds again, in milliseconds. */
const pause = 2000

/** Shows a notice while the server, or the database behind it, does not respond. */
export function ServerGone() {
  const { isConnected, hasData } = useStream()
  const { role, update } = useSession()
  const [asked, setAsked] = useState<Error>()

  // The change feed also ends with the session. The server then responds, and the sign-in appears.
  useEffect(() => {
    setAsked(undefined)
    if (isConnected) return
    let isLeft = false
    let next: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const signal = timeLimit(questionTime)
      const answer = await callForOne('GET /api/session', { signal }).catch(unavailableError)
      if (isLeft) return
      const isGone = answer instanceof Error
      setAsked(isGone ? answer : undefined)
      if (!isGone && answer.role !== role) update(answer)
      next = setTimeout(ask, pause)
    }
    void ask()
    return () => {
      isLeft = true
      clearTimeout(next)
    }
  }, [isConnected, role, update])

  useFollowedSession()

  const error = isConnected && !hasData ? databaseGone : asked
  return <div className={styles.gone}>{error && <Failure error={error} />}</div>
}

/** Gives printed pages the paper of the country of the open event. The style sheet asks for A4. */
export function PagePaper() {
  const isLetter = paperOf(useSession()) === 'letter'
  useEffect(() => {
    const letter = new CSSStyleSheet()
    letter.replaceSync('@page { size: letter }')
    document.adoptedStyleSheets = isLetter ? [letter] : []
  }, [isLetter])
  return null
}

/** Warns that the last automatic backup failed, until one succeeds. */
export function BackupFailure() {
  const { backupFailure: failure } = useStream()
  return (
    <div className={parts.alert} role="alert">
      {failure !== null && (
        <Warning>
          <b>No se pudo hacer la copia automática.</b> {failure}. Los pilotos siguen guardados; el kiosco lo
          intenta otra vez cada cinco minutos. Mientras tanto, haga una en otro disco con{' '}
          <Command>backup</Command>.
        </Warning>
      )}
    </div>
  )
}

/** Says which documents of the laptop were damaged or missing when the kiosk opened them. */
export function DamageNotice() {
  const { damage = [] } = useSession()
  return (
    <div className={parts.alert} role="alert">
      {damage.map((text) => (
        <Warning key={text}>{text}.</Warning>
      ))}
    </div>
  )
}

/** Says that this browser was a gate, and what it has not sent. */
export function UnsentNotice({ unsent }: { unsent: Unsent }) {
  const text = unsentText(unsent)
  if (text === '') return null
  return (
    <Warning>
      {`En este equipo hay ${text} de una puerta por enviar. Se envían cuando alguien inicie sesión en él y abra Puerta.`}
    </Warning>
  )
}

/**
 * The entries of the menu that are there only while they have somebody: the incidents, and those who have applied on their
 * own phones before the queue was closed.
 */
export function LateEntries() {
  const { pathname } = useLocation()
  return useLateEntries().map(({ name, to, figure: number }) => (
    <Link key={to} className={entry.entry} to={to} aria-current={pathname === to ? 'page' : undefined}>
      <span>{name}</span> <b>{figure(number)}</b>
    </Link>
  ))
}

/** The number of those who wait, over the corner of its entry. */
export function WaitingFigure() {
  const waiting = useStream().queue?.waiting ?? 0
  return (
    waiting > 0 && (
      <>
        {' '}
        <b className={entry.over}>{figure(waiting)}</b>
      </>
    )
  )
}

/** The number of the first entries that a phone shows. */
const shownOnPhone = 4

/** The entries of the menu that a phone has no room for, with the end of the session. */
export function MoreEntries({ className, leave }: { className?: string; leave: () => void }) {
  const session = useSession()
  const { day, apart } = menuFor(session)
  const late = useLateEntries().map(({ name, to, figure: number }) => ({
    name: `${name}: ${figure(number)}`,
    to,
  }))
  return (
    <div className={`${className} ${entry.more}`}>
      <Menu
        label="Más pantallas"
        groups={[
          [...[...day, ...apart].slice(shownOnPhone), ...late],
          session.user === null ? [] : [{ name: `Salir (${session.user})`, onChoose: leave }],
        ]}
      />
    </div>
  )
}

function useLateEntries() {
  const { uses = [] } = useSession()
  const waiting = useStream().queue?.waiting ?? 0
  const incidents = usePassageNumbers()?.incidents ?? 0
  return [
    { ...approvalsEntry, figure: uses.includes('applications') ? 0 : waiting },
    { name: 'Incidencias', to: screens.incidents, figure: incidents },
  ].filter((one) => one.figure > 0)
}

/** The screen in place of one that the role of the person may not open. */
export function OtherRole({ role, needed }: { role: Role; needed: Role }) {
  return (
    <div className={parts.empty} role="alert">
      <title>Otra cuenta · PilotOS</title>
      <h1>Esta pantalla pide otra cuenta</h1>
      <p>{roleRefusal(role, needed)}.</p>
      {permits(role, 'mesa') && (
        <Link className={button.primary} to={screens.search}>
          Ir a la lista
        </Link>
      )}
    </div>
  )
}

/**
 * Loads the session again if the server reports another role, which an account can get while its pages are open, and after
 * a change of the settings, such as another event.
 */
function useFollowedSession(): void {
  const { role: serverRole } = useStream()
  const [changes, setChanges] = useState(0)
  useChanges(({ ids }) => ids === undefined && setChanges((count) => count + 1))
  const session = useSession()
  const latest = useRef(session)
  latest.current = session
  useEffect(() => {
    if (changes === 0 && (serverRole === undefined || serverRole === latest.current.role)) return
    const leaving = new AbortController()
    const update = (info: SessionInfo) => !leaving.signal.aborted && latest.current.update(info)
    // A failure is of no harm: the server refuses what the role may not do.
    callForOne('GET /api/session', { signal: leaving.signal }).then(update, () => {})
    return () => leaving.abort()
  }, [serverRole, changes])
}

function unavailableError(error: unknown): Error {
  return error instanceof ApiError && error.status === 503 ? databaseGone : serverGone
}

function notResponding(who: string): Error {
  return new Error(`${who} no responde. Lo escrito sigue aquí; se sigue solo cuando vuelva.`)
}
