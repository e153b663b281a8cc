/** Takes a photo with the camera or opens a picture, and crops it to a square. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type Camera, useCamera } from '../camera/camera.ts'
import {
  type CroppedPicture,
  cropToJpeg,
  dragged,
  drawCrop,
  keyed,
  largestCrop,
  maxZoom,
  turned,
  wheeled,
  zoomed,
  zoomOf,
} from '../camera/crop.ts'
import { openPicture, PictureInput, pictureOf } from '../camera/picture.tsx'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import fieldStyles from '../ui/field.module.css'
import { Button } from '../ui/form.tsx'
import { LineIcon } from '../ui/images.tsx'
import { Failure } from '../ui/notice.tsx'
import styles from './photo.module.css'

/** The source of a picture, and of a replacement: this page's camera, the phone's camera app, or a file. */
export type PhotoSource = 'camera' | 'phone' | 'file'

interface PhotoDialogProps {
  /** The picture to crop. Without it, the dialog opens the camera first. */
  start?: CroppedPicture
  source: PhotoSource
  onUse: (file: File, cut: CroppedPicture, source: PhotoSource) => void
  /** Receives the reason why a file that was chosen in this dialog cannot be used. */
  onFailure: (problem: string) => void
  onClose: () => void
}

export function PhotoDialog({ start, source: first, onUse, onFailure, onClose }: PhotoDialogProps) {
  const [cut, setCut] = useState(start)
  const [source, setSource] = useState(first)
  /** True while a picture is opened. */
  const [isBusy, setBusy] = useState(false)
  /** The stream whose first frame is visible. */
  const [seen, setSeen] = useState<MediaStream>()
  const video = useRef<HTMLVideoElement>(null)
  const shutter = useRef<HTMLButtonElement>(null)
  const camera = useCamera(!cut)
  const canShoot = !cut && camera.stream !== undefined && camera.stream === seen

  // Space and Enter take the photo while the button has the focus.
  useEffect(() => {
    if (canShoot) shutter.current?.focus()
  }, [canShoot])

  function shoot() {
    if (!video.current) return
    const picture = pictureOf(video.current)
    setCut({ picture, crop: largestCrop(picture, 0, true) })
    setSource('camera')
  }

  async function open(file: File) {
    setBusy(true)
    const { cut: opened, problem } = await openCut(file)
    setBusy(false)
    if (!opened) return onFailure(problem)
    setCut(opened)
    setSource((before) => (before === 'camera' ? 'file' : before))
  }

  if (cut) {
    const again =
      source === 'camera' ? (
        <Button onClick={() => setCut(undefined)}>Otra</Button>
      ) : (
        <PictureInput label="Otra" isCamera={source === 'phone'} onChoose={open} />
      )
    const use = () => onUse(cropToJpeg(cut), cut, source)
    return (
      <Dialog
        title="Encuadrar la foto"
        isBusy={isBusy}
        onClose={onClose}
        foot={
          <>
            {again}
            <Button
              className={button.submit}
              disabled={isBusy}
              // The second click of a double click on «Tomar foto» must not press this button.
              onClick={({ detail }) => detail < 2 && use()}
            >
              {isBusy ? 'Un momento…' : 'Usar foto'}
            </Button>
          </>
        }
      >
        <CropView cut={cut} onChange={(crop) => setCut({ ...cut, crop })} onUse={use} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Tomar la foto"
      onClose={onClose}
      foot={
        <>
          <PictureInput label="Elegir foto" isPrimary={camera.problem !== undefined} onChoose={open} />
          {!camera.problem && (
            <Button ref={shutter} className={button.submit} disabled={!canShoot} onClick={shoot}>
              Tomar foto
            </Button>
          )}
        </>
      }
    >
      <CameraView camera={camera} video={video} onReady={() => setSeen(camera.stream)} />
    </Dialog>
  )
}

/** Returns a picture with its largest crop, or the reason why the file cannot be used. */
export async function openCut(
  file: File,
): Promise<{ cut: CroppedPicture; problem?: undefined } | { cut?: undefined; problem: string }> {
  const { picture, problem } = await openPicture(file)
  return picture ? { cut: { picture, crop: largestCrop(picture) } } : { problem }
}

interface CameraViewProps {
  camera: Camera
  video: RefObject<HTMLVideoElement | null>
  /** Called when the video shows its first frame. */
  onReady: () => void
}

/** The camera's live picture, cropped to the square of the photo, and mirrored if the person faces the camera. */
function CameraView({ camera, video, onReady }: CameraViewProps) {
  const { stream, problem, cameras, current, isMirror } = camera
  const id = useId()

  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream, video])

  return (
    <>
      {problem ? (
        <Failure error={problem} retry={camera.retry} />
      ) : (
        <div className={styles.stage}>
          <video
            ref={video}
            className={styles.view}
            data-mirror={isMirror || undefined}
            aria-label="Lo que ve la cámara"
            autoPlay
            playsInline
            muted
            // Until it plays, a camera's loaded frame is drawn black: https://github.com/whatwg/html/issues/4215
            onPlaying={onReady}
          />
          {stream && <div className={styles.guide} />}
          <p className={styles.notice} role="status">
            {!stream && 'Abriendo la cámara… Si el navegador pregunta, permita usarla.'}
          </p>
        </div>
      )}
      {cameras.length > 1 && (
        <div className={styles.row}>
          <label className={fieldStyles.label} htmlFor={id}>
            Cámara
          </label>
          <select
            id={id}
            className={fieldStyles.control}
            value={current ?? ''}
            onChange={({ target }) => camera.choose(target.value)}
          >
            {!current && <option value="">Elija otra…</option>}
            {cameras.map(({ deviceId, label }) => (
              <option key={deviceId} value={deviceId}>
                {nameWithoutCode(label)}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  )
}

/** Removes the vendor and product codes that Chromium appends to a camera's name. */
function nameWithoutCode(label: string): string {
  return label.replace(/ \([0-9a-f]{4}:[0-9a-f]{4}\)$/, '')
}

interface CropViewProps {
  cut: CroppedPicture
  onChange: (crop: CroppedPicture['crop']) => void
  /** Called when Enter is pressed on the square. */
  onUse: () => void
}

/** The side of the canvas in pixels, independent of its size on the screen. */
const drawnSide = 1000

/** The square crop of a photo: moved, zoomed and rotated with fingers, mouse, wheel or keys. */
function CropView({ cut, onChange, onUse }: CropViewProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, ReturnType<typeof pointOf>>())
  const latest = useRef({ cut, onChange })
  latest.current = { cut, onChange }
  const id = useId()

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) drawCrop(cut, context)
  }, [cut])

  // The focus moves after the dialog has opened, because opening focuses its first button.
  useEffect(() => queueMicrotask(() => stage.current?.focus({ preventScroll: true })), [])

  // React's wheel listeners are passive: they cannot prevent the browser from scrolling.
  useEffect(() => {
    const square = stage.current
    if (!square) return
    function wheel(event: WheelEvent) {
      event.preventDefault()
      const { cut: now, onChange: change } = latest.current
      change(wheeled(now, event, boxOf(event)))
    }
    square.addEventListener('wheel', wheel, { passive: false })
    return () => square.removeEventListener('wheel', wheel)
  }, [])

  function press(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, pointOf(event))
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    fingers.current.set(event.pointerId, pointOf(event))
    onChange(dragged(cut, before, [...fingers.current.values()], boxOf(event)))
  }

  function release({ pointerId }: PointerEvent) {
    fingers.current.delete(pointerId)
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.repeat) return onUse()
    const crop = keyed(cut, event)
    if (!crop) return
    event.preventDefault()
    onChange(crop)
  }

  return (
    <>
      <div
        ref={stage}
        className={styles.stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed with keys
        tabIndex={0}
        role="application"
        aria-label="Encuadre de la foto"
        aria-describedby={id}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={key}
      >
        <canvas ref={canvas} className={styles.view} width={drawnSide} height={drawnSide} />
        <div className={styles.guide} />
      </div>
      <div className={styles.row}>
        <Turn name="Girar a la izquierda" onClick={() => onChange(turned(cut, -1))} isLeft />
        <input
          className={styles.zoom}
          type="range"
          aria-label="Acercar"
          min={1}
          max={maxZoom}
          step={0.01}
          value={zoomOf(cut)}
          onChange={({ target }) => onChange(zoomed(cut, Number(target.value)))}
        />
        <Turn name="Girar a la derecha" onClick={() => onChange(turned(cut, 1))} />
      </div>
      <p id={id} className={styles.hint}>
        Arrastre la foto hasta que la cara llene el óvalo, y acérquela con la barra.{' '}
        <span>Con el teclado: las flechas, + y −.</span>
      </p>
    </>
  )
}

function Turn({ name, isLeft = false, onClick }: { name: string; isLeft?: boolean; onClick: () => void }) {
  return (
    <Button aria-label={name} onClick={onClick}>
      <LineIcon
        className={isLeft ? styles.left : undefined}
        d="M19.5 13a7.5 7.5 0 1 1-2.2-5.3L20 10.4M20 4.5v6h-6"
        stroke={2.25}
        size={22}
      />
      <span>Girar</span>
    </Button>
  )
}

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }) {
  return { x, y }
}

/** Returns the position and size of the square, in CSS pixels. */
function boxOf({ currentTarget }: { currentTarget: EventTarget | null }): DOMRect {
  return (currentTarget as HTMLElement).getBoundingClientRect()
}
