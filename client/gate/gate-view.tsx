/** An open gate: it is ready, or the answer to the last scan fills the screen. */
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import type { Direction } from '#domain/gate/passage'
import { isDocumentNumber } from '#domain/gate/rider-search'
import { fullName } from '#domain/pilots/pilot'
import { Decoder, readPhotoCode } from '../camera/decoder.ts'
import { hasLiveCamera, LiveReader } from '../camera/live-reader.tsx'
import { PictureInput } from '../camera/picture.tsx'
import type { Signals } from '../scan/signals.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { clockTime, wordsOf } from './answer-words.ts'
import { ClockNotice } from './clock-notice.tsx'
import { useScannerKeys, useScreenOn } from './device.ts'
import page from './gate.module.css'
import { type GateChoice, rememberChoice } from './gate-choice.ts'
import { CountButton, CountPanel, DirectionSign, DirectionSwitch, LineState } from './gate-controls.tsx'
import type { QueuedLine, ScanKind } from './gate-line.ts'
import styles from './gate-view.module.css'
import { ChosenRider, type Rider, RiderSearch } from './rider-search.tsx'
import { type Scans, ShownScan, UndoButton, useScans } from './scan-answers.tsx'

/** True on the https address, which phones open for the camera. */
const startsLive = hasLiveCamera && location.protocol === 'https:'

/** True on a phone whose page is not secure. */
const needsPhotos = !hasLiveCamera && window.matchMedia('(pointer: coarse)').matches

interface GateViewProps {
  choice: GateChoice
  line: QueuedLine
  signals: Signals
  /** Returns to the start of the gate. */
  onEnd: () => void
}

export function GateView({ choice, line, signals, onEnd }: GateViewProps) {
  const [direction, setDirection] = useState(choice.direction)
  const [way, setWay] = useState<'camera' | 'search' | undefined>(startsLive ? 'camera' : undefined)
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState<Rider>()
  const photoId = useId()
  const [isCounting, setCounting] = useState(false)
  const state = useSyncExternalStore(line.subscribe, () => line.state)
  const { gate } = line
  const scans = useScans(line, signals)
  const { shown, isWaiting } = scans
  const photo = usePhotoScan(
    scan,
    (error) => scans.whenReady(() => scans.fail(error)),
    state.roster !== undefined,
  )
  useScreenOn()

  function scan(text: string) {
    scans.whenReady(() => {
      setChosen(undefined)
      if (isDocumentNumber(text)) seek(text.trim())
      else scans.scan(text, direction)
    })
  }

  /** Opens the search for a text, such as the DNI of an identity card that was scanned. */
  function seek(text: string) {
    scans.clear()
    setSought(text)
    setWay('search')
  }

  /** Records what was found, and closes the search. */
  function record(code: string, how?: ScanKind) {
    scans.scan(code, direction, how)
    setSought('')
    setChosen(undefined)
    setWay(undefined)
  }
  useScannerKeys(scan)

  function turn(next: typeof direction) {
    setDirection(next)
    rememberChoice({ gate, direction: next })
  }

  return (
    <main className={page.gate}>
      <title>{`${gate} · PilotOS`}</title>
      <header className={page.head}>
        <h1 className={page.name}>{gate}</h1>
        {state.isOnline && <CountButton isOpen={isCounting} onToggle={() => setCounting(!isCounting)} />}
        <Button className={page.exit} onClick={onEnd}>
          Cerrar
        </Button>
      </header>
      <ClockNotice />
      <LineState state={state} onForget={line.forget} />
      <div className={styles.ready} inert={shown !== undefined || chosen !== undefined}>
        <div className={styles.stage}>
          {way === 'camera' ? (
            // A rider who signs holds the device, whose camera sees anything.
            <LiveReader onCode={(text) => scans.isSigning || scan(text)} />
          ) : way === 'search' ? (
            <RiderSearch
              line={line}
              text={sought}
              onChange={setSought}
              onCode={(code) => record(code)}
              onChoose={setChosen}
            />
          ) : (
            <Prompt
              direction={direction}
              onTap={needsPhotos ? () => document.getElementById(photoId)?.click() : undefined}
            />
          )}
          <p className={styles.waiting} role="status">
            {photo.isReading ? 'Leyendo la foto…' : isWaiting && 'Consultando…'}
          </p>
        </div>
        {way !== 'search' && <RecentScans scans={scans} />}
        {isCounting && state.isOnline && <CountPanel />}
        <DirectionSwitch direction={direction} onChange={turn} />
        <div className={`${layout.wrap} ${styles.ways}`}>
          {hasLiveCamera && (
            <Button
              className={`${button.button} ${button.pressable}`}
              aria-pressed={way === 'camera'}
              onClick={() => setWay(way === 'camera' ? undefined : 'camera')}
            >
              Cámara
            </Button>
          )}
          <PictureInput id={photoId} label="Foto" isCamera onChoose={photo.read} />
          <Button
            className={`${button.button} ${button.pressable}`}
            aria-expanded={way === 'search'}
            onClick={() => (way === 'search' ? setWay(undefined) : seek(''))}
          >
            Buscar
          </Button>
        </div>
      </div>
      <DirectionSign direction={direction} />
      {chosen && (
        <ChosenRider
          rider={chosen}
          line={line}
          direction={direction}
          onRecord={() => record(chosen.id, { cardless: true })}
          onClose={() => setChosen(undefined)}
        />
      )}
      <ShownScan scans={scans} closeLabel="Siguiente" />
    </main>
  )
}

interface PromptProps {
  direction: Direction
  /** Takes a photo, on a phone without a live camera. */
  onTap?: () => void
}

/** The large area that waits for a scan. On a phone without a live camera, a tap on it takes the photo. */
function Prompt({ direction, onTap }: PromptProps) {
  const text = direction === 'in' ? 'Escanee para la entrada' : 'Escanee para la salida'
  if (!onTap)
    return (
      <p className={styles.prompt} data-direction={direction}>
        {text}
      </p>
    )
  return (
    <Button className={styles.prompt} data-direction={direction} onClick={onTap}>
      {text}
      <small>Toque para tomar la foto</small>
    </Button>
  )
}

/** Reads the code on photos. The decoder loads with the first of them or, on a phone, before the server goes away. */
function usePhotoScan(scan: (text: string) => void, fail: (error: Error) => void, isReady: boolean) {
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    if (isReady && window.matchMedia('(pointer: coarse)').matches)
      void Decoder.open().then((opened) => opened.warmUp())
  }, [isReady])
  async function read(file: File) {
    setReading(true)
    try {
      scan(await readPhotoCode(file))
    } catch (error) {
      fail(error as Error)
    } finally {
      setReading(false)
    }
  }
  return { isReading, read }
}

/** The number of scans that fit on a phone beside the camera. */
const shownScans = 4

/** The strip of the last scans, with the button that takes back the last one. */
function RecentScans({ scans: { recent, undoable, undo } }: { scans: Scans }) {
  if (recent.length === 0) return null
  return (
    <section aria-label="Últimas lecturas">
      <ol>
        {recent.slice(0, shownScans).map(({ answer, isUndone }) => (
          <li key={answer.id} className={styles.scan} data-kind={isUndone ? undefined : wordsOf(answer).kind}>
            <span className={layout.soft}>{clockTime(answer.at)}</span>
            <p className={styles.passed}>
              <span className={isUndone ? `${page.result} ${layout.soft}` : page.result}>
                {isUndone ? 'DESHECHO' : wordsOf(answer).word}
              </span>
              {answer.pilot && <span className={styles.who}>{fullName(answer.pilot)}</span>}
            </p>
            {answer === undoable && (
              <UndoButton key={answer.id} className={button.button} onUndo={() => undo(answer)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
