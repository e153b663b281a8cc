/** The square crop of a photo: moved, zoomed and rotated with fingers, mouse, wheel or keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import button from '../ui/button.module.css'
import { LineIcon } from '../ui/line-icon.tsx'
import { type Crop, type CroppedPicture, drawCrop, maxZoom, moved, turned, zoomed, zoomOf } from './crop.ts'
import styles from './photo.module.css'

interface CropViewProps {
  cut: CroppedPicture
  onChange: (crop: Crop) => void
  /** Called when Enter is pressed on the square. */
  onUse: () => void
}

interface Point {
  x: number
  y: number
}

/** The direction of each key: steps to the right, down, and closer. */
const keySteps: Record<string, [number, number, number]> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  '+': [0, 0, 1],
  '=': [0, 0, 1],
  '-': [0, 0, -1],
}

/** The side of the canvas in pixels, independent of its size on the screen. */
const drawnSide = 1000

export function CropView({ cut, onChange, onUse }: CropViewProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, Point>())
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
      const { u, v } = fractionOf(event, event.currentTarget as HTMLElement)
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1
      change(zoomed(now, zoomOf(now) * Math.exp((-event.deltaY * lines) / 600), u, v))
    }
    square.addEventListener('wheel', wheel, { passive: false })
    return () => square.removeEventListener('wheel', wheel)
  }, [])

  function press(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, pointOf(event))
  }

  /** Moves the picture with one finger. Two fingers move it by their midpoint and zoom it by their distance. */
  function drag(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return
    const before = gestureOf(fingers.current)
    fingers.current.set(event.pointerId, pointOf(event))
    const after = gestureOf(fingers.current)
    const { width } = event.currentTarget.getBoundingClientRect()
    const crop = moved(cut, (after.x - before.x) / width, (after.y - before.y) / width)
    if (fingers.current.size < 2) return onChange(crop)
    const { u, v } = fractionOf({ clientX: after.x, clientY: after.y }, event.currentTarget)
    const pinch = after.spread / Math.max(1, before.spread)
    onChange(zoomed({ ...cut, crop }, zoomOf(cut) * pinch, u, v))
  }

  function release({ pointerId }: PointerEvent) {
    fingers.current.delete(pointerId)
  }

  function key(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.repeat) return onUse()
    const way = keySteps[event.key]
    if (!way || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const step = event.shiftKey ? 0.1 : 0.02
    const [right, down, closer] = way
    onChange(
      closer ? zoomed(cut, zoomOf(cut) * (1 + step * 5) ** closer) : moved(cut, right * step, down * step),
    )
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
        Arrastre la foto para encuadrarla y acérquela con la barra.{' '}
        <span>Con el teclado: las flechas, + y −.</span>
      </p>
    </>
  )
}

function Turn({ name, isLeft = false, onClick }: { name: string; isLeft?: boolean; onClick: () => void }) {
  return (
    <button type="button" className={button.button} aria-label={name} onClick={onClick}>
      <LineIcon
        className={isLeft ? styles.left : undefined}
        d="M19.5 13a7.5 7.5 0 1 1-2.2-5.3L20 10.4M20 4.5v6h-6"
        stroke={2.25}
        size={22}
      />
      <span>Girar</span>
    </button>
  )
}

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point {
  return { x, y }
}

/** Returns the midpoint of all fingers, and the distance between the first two, in CSS pixels. */
function gestureOf(fingers: ReadonlyMap<number, Point>): Point & { spread: number } {
  const all = [...fingers.values()]
  const [one, other] = all
  return {
    x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
    spread: one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0,
  }
}

/** Returns the position of a point from the centre of the square, as fractions of its side. */
function fractionOf({ clientX, clientY }: { clientX: number; clientY: number }, square: HTMLElement) {
  const { left, top, width, height } = square.getBoundingClientRect()
  return { u: (clientX - left) / width - 0.5, v: (clientY - top) / height - 0.5 }
}
