/** The page of a gate: it fills the screen, and never leads to another page by itself. */
import { useEffect, useState } from 'react'
import { screens } from '#domain/web/addresses'
import { gateApi } from '../api/gate-api.ts'
import { useSession } from '../api/session.ts'
import { useLoad } from '../api/use-load.ts'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import type { GateChoice } from './gate-choice.ts'
import type { GateLine, OpenGateLine } from './gate-line.ts'
import styles from './gate-screen.module.css'
import { GateStart } from './gate-start.tsx'
import { GateView } from './gate-view.tsx'
import { OnlineLine } from './online-line.ts'
import { usePairing } from './pairing.ts'
import { Signals } from './signals.ts'

const openLine: OpenGateLine = (gate) => new OnlineLine(gate)

interface OpenGate {
  choice: GateChoice
  line: GateLine
  signals: Signals
}

export function GateScreen() {
  const [open, setOpen] = useState<OpenGate>()
  useEffect(
    () => () => {
      open?.line.close()
      open?.signals.close()
    },
    [open],
  )

  function start(choice: GateChoice) {
    const signals = new Signals()
    signals.unlock()
    // A phone shows the page without its own bars, where it can.
    if (window.matchMedia('(pointer: coarse)').matches)
      void document.documentElement.requestFullscreen?.().catch(() => undefined)
    setOpen({ choice, line: openLine(choice.gate), signals })
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
        <Exit />
      </header>
      <Start onStart={start} />
    </main>
  )
}

function Start({ onStart }: { onStart: (choice: GateChoice) => void }) {
  const { role, problem } = useSession()
  const { isPairing, error, retry } = usePairing()
  if (problem) return <Failure {...problem} />
  if (isPairing) return <Loading />
  return (
    <>
      {error && <Failure error={error} retry={retry} />}
      {role === null ? <SignedOut /> : <SignedIn onStart={onStart} />}
    </>
  )
}

function SignedIn({ onStart }: { onStart: (choice: GateChoice) => void }) {
  const { gate } = useSession()
  // A paired phone belongs to one gate.
  return gate === null ? <LoadedStart onStart={onStart} /> : <GateStart gates={[gate]} onStart={onStart} />
}

function LoadedStart({ onStart }: { onStart: (choice: GateChoice) => void }) {
  const { value, error, reload } = useLoad((signal) => gateApi.roster(undefined, signal), 'gates')
  if (error) return <Failure error={error} retry={reload} />
  return value ? <GateStart gates={value.roster.gates} onStart={onStart} /> : <Loading />
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
      <Link className={styles.signIn} to={screens.login} state={{ goingTo: screens.gate }}>
        Iniciar sesión
      </Link>
    </div>
  )
}

function Exit() {
  const { staff } = useSession()
  return staff ? (
    <Link className={styles.exit} to={screens.search}>
      Lista
    </Link>
  ) : null
}
