/** An open gate: it is ready, or the answer to the last scan fills the screen. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Decoder } from '../camera/decoder.ts'
import { hasLiveCamera, LiveReader } from '../camera/live-reader.tsx'
import { readPhotoCode } from '../camera/photo-code.ts'
import { PictureInput } from '../photo/picture-input.tsx'
import button from '../ui/button.module.css'
import { DirectionSwitch } from './direction-switch.tsx'
import { type GateChoice, rememberChoice } from './gate-choice.ts'
import { CountButton, CountPanel } from './gate-count.tsx'
import type { GateLine } from './gate-line.ts'
import styles from './gate-view.module.css'
import { LineState } from './line-state.tsx'
import { RecentScans } from './recent-scans.tsx'
import { useScannerKeys } from './scanner-keys.ts'
import { useScans } from './scans.ts'
import { ShownScan } from './shown-scan.tsx'
import type { Signals } from './signals.ts'
import { TypedCode } from './typed-code.tsx'
import { useScreenOn } from './wake-lock.ts'

interface GateViewProps {
  choice: GateChoice
  line: GateLine
  signals: Signals
  /** Returns to the start of the gate. */
  onEnd: () => void
}

export function GateView({ choice, line, signals, onEnd }: GateViewProps) {
  const [direction, setDirection] = useState(choice.direction)
  const [way, setWay] = useState<'camera' | 'code'>()
  const [isCounting, setCounting] = useState(false)
  const state = useSyncExternalStore(line.subscribe, () => line.state)
  const { gate } = line
  const scans = useScans(line, signals)
  const { shown, isWaiting, recent, undoable } = scans
  const scan = (text: string) => scans.scan(text, direction)
  const photo = usePhotoScan(scan, scans.fail, state.roster !== undefined)
  useScreenOn()
  useScannerKeys(scan)

  function turn(next: typeof direction) {
    setDirection(next)
    rememberChoice({ gate, direction: next })
  }

  return (
    <main className={styles.gate}>
      <title>{`${gate} · PilotOS`}</title>
      <header className={styles.head}>
        <h1 className={styles.name}>{gate}</h1>
        {state.isOnline && <CountButton isOpen={isCounting} onToggle={() => setCounting(!isCounting)} />}
        <button type="button" className={styles.end} onClick={onEnd}>
          Cerrar
        </button>
      </header>
      <LineState state={state} />
      <div className={styles.ready} inert={shown !== undefined}>
        <div className={styles.stage}>
          {way === 'camera' ? (
            <LiveReader onCode={scan} />
          ) : (
            <p className={styles.prompt} data-direction={direction}>
              {direction === 'in' ? 'Escanee para la entrada' : 'Escanee para la salida'}
            </p>
          )}
          <p className={styles.waiting} role="status">
            {photo.isReading ? 'Leyendo la foto…' : isWaiting && 'Consultando…'}
          </p>
        </div>
        {way === 'code' ? (
          <TypedCode onCode={scan} onClose={() => setWay(undefined)} />
        ) : (
          <RecentScans scans={recent} undoable={undoable} onUndo={scans.undo} />
        )}
        {isCounting && state.isOnline && <CountPanel />}
        <DirectionSwitch direction={direction} onChange={turn} />
        <div className={styles.ways}>
          {hasLiveCamera && (
            <button
              type="button"
              className={button.button}
              aria-pressed={way === 'camera'}
              onClick={() => setWay(way === 'camera' ? undefined : 'camera')}
            >
              Cámara
            </button>
          )}
          <PictureInput label="Foto" isCamera onChoose={photo.read} />
          <button
            type="button"
            className={button.button}
            aria-expanded={way === 'code'}
            onClick={() => setWay(way === 'code' ? undefined : 'code')}
          >
            Código
          </button>
        </div>
      </div>
      {shown && (
        <ShownScan
          shown={shown}
          onUndo={'answer' in shown && shown.answer.id === undoable?.id ? scans.undo : undefined}
          onClose={scans.clear}
          closeLabel="Siguiente"
        />
      )}
    </main>
  )
}

/** Reads the code on photos. The decoder loads with the first of them or, on a phone, before the server goes away. */
function usePhotoScan(scan: (text: string) => void, fail: (error: Error) => void, isReady: boolean) {
  const decoder = useRef<Promise<Decoder>>(undefined)
  const [isReading, setReading] = useState(false)
  useEffect(() => () => void decoder.current?.then((opened) => opened.close()), [])
  useEffect(() => {
    if (!isReady || !window.matchMedia('(pointer: coarse)').matches) return
    decoder.current ??= Decoder.open()
    void decoder.current.then((opened) => opened.warmUp())
  }, [isReady])
  async function read(file: File) {
    setReading(true)
    try {
      decoder.current ??= Decoder.open()
      scan(await readPhotoCode(file, await decoder.current))
    } catch (error) {
      fail(error as Error)
    } finally {
      setReading(false)
    }
  }
  return { isReading, read }
}
