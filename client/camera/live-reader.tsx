/** The live picture of the camera, in which codes are read as long as the page is visible. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/form.tsx'
import { Failure } from '../ui/notice.tsx'
import styles from './camera.module.css'
import { type Camera, useCamera } from './camera.ts'
import { Decoder, SeenCodes } from './decoder.ts'
import type { Codes } from './decoder-worker.ts'
import { newCanvas } from './picture.tsx'

/** Live pictures need a secure page: https, or the laptop itself. */
export const hasLiveCamera = window.isSecureContext && 'mediaDevices' in navigator

/** The longest side of a decoded frame, in pixels. */
const frameSide = 1280
/** The pause between two frames, in milliseconds. */
const pause = 80

interface LiveReaderProps {
  codes?: Codes
  onCode: (text: string) => void
}

/** Calls `onCode` with every code that comes into the picture. A code that stays in the picture is read once. */
export function LiveReader({ codes, onCode }: LiveReaderProps) {
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')
  const camera = useCamera(isVisible, 'pilotos-gate-camera')
  const { stream, problem, cameras, current } = camera
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  const [failure, setFailure] = useState<Error>()

  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    setFailure(undefined)
    return readFrames(element, codes, (text) => latest.current(text), setFailure)
  }, [stream, codes])

  const shown = problem ?? failure
  if (shown) return <Failure error={shown} retry={camera.retry} />
  return (
    <div className={styles.reader}>
      <video
        ref={video}
        className={styles.video}
        aria-label="Lo que ve la cámara"
        autoPlay
        playsInline
        muted
      />
      <p className={styles.notice} role="status">
        {!stream && 'Abriendo la cámara… Si el navegador pregunta, permita usarla.'}
      </p>
      <div className={styles.tools}>
        {stream && <Torch stream={stream} />}
        {cameras.length > 1 && (
          <Button onClick={() => chooseNext(camera)}>
            {`Cambiar de cámara (${cameras.findIndex(({ deviceId }) => deviceId === current) + 1}/${cameras.length})`}
          </Button>
        )}
      </div>
    </div>
  )
}

function chooseNext({ cameras, current, choose }: Camera): void {
  const index = cameras.findIndex(({ deviceId }) => deviceId === current)
  const next = cameras[(index + 1) % cameras.length]
  if (next) choose(next.deviceId)
}

/** The switch of the camera's light, if it has one. */
function Torch({ stream }: { stream: MediaStream }) {
  const [isOn, setOn] = useState(false)
  const [track] = stream.getVideoTracks()
  const { torch } = (track?.getCapabilities?.() ?? {}) as { torch?: boolean }
  if (!track || !torch) return null
  async function toggle() {
    const advanced = [{ torch: !isOn } as MediaTrackConstraintSet]
    await track?.applyConstraints({ advanced }).then(
      () => setOn(!isOn),
      () => undefined,
    )
  }
  return (
    <Button aria-pressed={isOn} onClick={toggle}>
      Linterna
    </Button>
  )
}

/** Reads frames until the returned function is called. */
function readFrames(
  video: HTMLVideoElement,
  codes: Codes | undefined,
  onCode: (text: string) => void,
  onFailure: (error: Error) => void,
): () => void {
  const seen = new SeenCodes()
  let isOver = false
  let decoder: Decoder | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const [canvas, context] = newCanvas(1, 1, { willReadFrequently: true })

  async function next() {
    decoder ??= await Decoder.open(codes)
    const { videoWidth, videoHeight } = video
    if (videoWidth > 0) {
      const scale = Math.min(1, frameSide / Math.max(videoWidth, videoHeight))
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const text = await decoder.read(canvas, false)
      if (isOver) return
      if (text && seen.isNew(text, performance.now())) onCode(text)
    }
    if (!isOver) timer = setTimeout(run, pause)
  }
  const run = () => void next().catch((error) => !isOver && onFailure(error))
  run()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
