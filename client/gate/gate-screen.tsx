/** The page of a gate: it fills the screen, and never leads to another page by itself. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pairingUrl, readPairingCode, screens } from '#domain/api/addresses'
import { currentGate } from '#domain/gate/passage'
import { ApiError, callForOne, noAnswer } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Signals } from '../scan/signals.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { ClockNotice } from './clock-notice.tsx'
import styles from './gate.module.css'
import type { GateChoice } from './gate-choice.ts'
import { keptText, LineState } from './gate-controls.tsx'
import { QueuedLine } from './gate-line.ts'
import { GateStart, SecureOffer, useSecureAddress } from './gate-start.tsx'
import { GateView } from './gate-view.tsx'
import { type GateSync, useGateSync } from './offline/gate-sync.ts'

interface OpenGate {
  choice: GateChoice
  line: QueuedLine
  signals: Signals
}

export function GateScreen() {
  const [open, setOpen] = useState<OpenGate>()
  const sync = useGateSync()
  useEffect(() => () => open?.signals.close(), [open])

  function start(choice: GateChoice, opened: GateSync) {
    const signals = new Signals()
    signals.unlock()
    // A phone shows the page without its own bars, where it can.
    if (window.matchMedia('(pointer: coarse)').matches)
      void document.documentElement.requestFullscreen?.().catch(() => undefined)
    setOpen({ choice, line: new QueuedLine(choice.gate, opened), signals })
  }

  function end() {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    setOpen(undefined)
  }

  if (open) return <GateView {...open} onEnd={end} />
  return (
    <main>
      <title>Puerta · PilotOS</title>
      <header className={styles.head}>
        <span className={styles.name}>
          Pilot<b>OS</b>
        </span>
        <GateExit sync={sync} />
      </header>
      <ClockNotice />
      {sync ? <Start sync={sync} onStart={(choice) => start(choice, sync)} /> : <Loading />}
    </main>
  )
}

interface StartProps {
  sync: GateSync
  onStart: (choice: GateChoice) => void
}

function Start({ sync, onStart }: StartProps) {
  const { role, problem } = useSession()
  const state = useSyncExternalStore(sync.subscribe, () => sync.state)
  const { isPairing, error, retry, offer } = usePairing()
  useSessionAgain()
  // A phone that has just become a gate is no longer refused.
  useEffect(() => {
    if (role !== null) sync.check()
  }, [sync, role])
  if (problem) return <Failure {...problem} />
  if (offer) return <SecureOffer {...offer} />
  if (isPairing) return <Loading />
  return (
    <>
      {error && <Failure error={error} retry={retry} />}
      {(role !== null || state.isWaiting) && <LineState state={state} onForget={sync.forget} />}
      {role === null ? <SignedOut /> : <SignedIn sync={sync} onStart={onStart} />}
    </>
  )
}

function SignedIn({ sync, onStart }: StartProps) {
  const { gate } = useSession()
  const { roster, isOnline, isKept } = sync.state
  const nameOf = (name: string) => (roster ? currentGate(roster, name) : name)
  // A paired phone belongs to one gate.
  const gates = gate === null ? roster?.gates : [nameOf(gate)]
  if (gates) return <GateStart gates={gates} nameOf={nameOf} isKept={isKept} onStart={onStart} />
  return isOnline ? <Loading /> : <Failure error={new ApiError(0, noAnswer)} retry={sync.check} />
}

function SignedOut() {
  return (
    <div className={styles.start}>
      <h1>Puerta</h1>
      <p>Este equipo todavía no es una puerta.</p>
      <p>
        Pida en la mesa el código para conectarlo (Ajustes, Puertas) y escanéelo con la cámara de este
        teléfono, o inicie sesión.
      </p>
      <Link
        className={`${button.button} ${layout.start}`}
        to={screens.login}
        state={{ goingTo: screens.gate }}
      >
        Iniciar sesión
      </Link>
    </div>
  )
}

/** Leads to the help and staff to the list, and lets the person at a gate sign out, or a paired phone leave its gate. */
function GateExit({ sync }: { sync: GateSync | undefined }) {
  const { staff, user, gate, signOut } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const action = gate === null ? 'Salir' : 'Desconectar'
  const kept = sync && keptText(sync.state.unsent)

  async function leave() {
    await signOut()
    sync?.dropRiders()
    setLeaving(false)
  }

  return (
    <>
      {staff && (
        <Link className={styles.exit} to={screens.search}>
          Lista
        </Link>
      )}
      <Link className={styles.exit} to={screens.help}>
        Ayuda
      </Link>
      {user !== null && sync && (
        <>
          <span className={layout.cut}>{user}</span>
          <Button className={styles.exit} onClick={() => setLeaving(true)}>
            {action}
          </Button>
        </>
      )}
      {isLeaving && sync && (
        <Confirmation
          title={gate === null ? 'Salir de la puerta' : 'Desconectar este teléfono'}
          action={action}
          confirm={leave}
          onClose={() => setLeaving(false)}
        >
          <p>
            {gate === null
              ? `La sesión de ${user} termina en este equipo, y la lista y las fotos se borran de él.`
              : `Este teléfono deja de atender «${gate}», y la lista y las fotos se borran de él. Para conectarlo otra vez hace falta un código de la mesa.`}
          </p>
          {kept && <p>{kept}</p>}
        </Confirmation>
      )}
    </>
  )
}

/**
 * Asks for the session once more if the page has none: a link from the http address of the server is one from another
 * site, so that the request of the page itself carries no cookie.
 */
function useSessionAgain(): void {
  const { role, update } = useSession()
  const latest = useRef({ role, update })
  useEffect(() => {
    const { role: known, update: take } = latest.current
    if (known !== null || location.protocol !== 'https:') return
    const leaving = new AbortController()
    callForOne('GET /api/session', { signal: leaving.signal }).then(
      (info) => info.role !== null && !leaving.signal.aborted && take(info),
      () => {},
    )
    return () => leaving.abort()
  }, [])
}

interface PhonePairing {
  /** True while the phone waits for the answer of the server. */
  isPairing: boolean
  /** Says in Spanish why the phone was not paired. */
  error?: Error
  /** Tries the same code again. Present after a failure that may be over. */
  retry?: () => void
  /** The choice between the https address, where the code pairs the phone as well, and this page. */
  offer?: { address: string; onStay: () => void }
}

/**
 * Pairs the phone if the fragment of the address is a code, and removes the code from the address at once: neither a
 * reload nor the history uses it again. The session of the page then is that of the gate.
 */
function usePairing(): PhonePairing {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { update } = useSession()
  const [state, setState] = useState<PhonePairing>({ isPairing: readPairingCode(hash) !== undefined })
  const secure = useSecureAddress()
  const latest = useRef({ update, secure })
  latest.current = { update, secure }

  useEffect(() => {
    const code = readPairingCode(hash)
    if (code === undefined) return

    async function pair(code: string) {
      setState({ isPairing: true })
      try {
        latest.current.update(await callForOne('POST /api/gate/pair', { body: { code } }))
        setState({ isPairing: false })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setState({ isPairing: false, error, retry: error.isTemporary ? () => pair(code) : undefined })
      }
    }

    navigate(pathname + search, { replace: true })
    const { secure: base } = latest.current
    if (base === undefined) void pair(code)
    else
      setState({
        isPairing: false,
        offer: { address: pairingUrl(base, code), onStay: () => pair(code) },
      })
  }, [hash, pathname, search, navigate])

  return state
}
