/** The page of a gate: it fills the screen, and never leads to another page by itself. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentGate } from '#domain/gate/gate-names'
import { screens } from '#domain/web/addresses'
import { ApiError, noAnswer } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import type { GateChoice } from './gate-choice.ts'
import { GateExit } from './gate-exit.tsx'
import type { GateLine } from './gate-line.ts'
import styles from './gate-screen.module.css'
import { GateStart } from './gate-start.tsx'
import { GateView } from './gate-view.tsx'
import { LineState } from './line-state.tsx'
import type { GateSync } from './offline/gate-sync.ts'
import { QueuedLine } from './offline/queued-line.ts'
import { useGateSync } from './offline/use-gate-sync.ts'
import { usePairing } from './pairing.ts'
import { Signals } from './signals.ts'

interface OpenGate {
  choice: GateChoice
  line: GateLine
  signals: Signals
}

export function GateScreen() {
  const [open, setOpen] = useState<OpenGate>()
  const sync = useGateSync()
  useEffect(
    () => () => {
      open?.line.close()
      open?.signals.close()
    },
    [open],
  )

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
    <main className={styles.page}>
      <title>Puerta · PilotOS</title>
      <header className={styles.head}>
        <span className={styles.brand}>
          Pilot<b>OS</b>
        </span>
        <GateExit sync={sync} />
      </header>
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
  const { isPairing, error, retry } = usePairing()
  // A phone that has just become a gate is no longer refused.
  useEffect(() => {
    if (role !== null) sync.check()
  }, [sync, role])
  if (problem) return <Failure {...problem} />
  if (isPairing) return <Loading />
  return (
    <>
      {error && <Failure error={error} retry={retry} />}
      {(role !== null || state.waiting > 0) && <LineState state={state} />}
      {role === null ? <SignedOut /> : <SignedIn sync={sync} onStart={onStart} />}
    </>
  )
}

function SignedIn({ sync, onStart }: StartProps) {
  const { gate } = useSession()
  const { roster, isOnline } = sync.state
  const nameOf = (name: string) => (roster ? currentGate(roster, name) : name)
  // A paired phone belongs to one gate.
  const gates = gate === null ? roster?.gates : [nameOf(gate)]
  if (gates) return <GateStart gates={gates} nameOf={nameOf} onStart={onStart} />
  return isOnline ? <Loading /> : <Failure error={new ApiError(0, noAnswer)} retry={sync.check} />
}

function SignedOut() {
  return (
    <div className={styles.signedOut}>
      <h1>Puerta</h1>
      <p>Este equipo todavía no es una puerta.</p>
      <p>
        Pida en la mesa el código para conectarlo (Ajustes, Puertas) y escanéelo con la cámara de este
        teléfono, o inicie sesión.
      </p>
      <Link className={button.button} to={screens.login} state={{ goingTo: screens.gate }}>
        Iniciar sesión
      </Link>
    </div>
  )
}
