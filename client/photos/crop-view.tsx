/** The square crop of a photo: moved, zoomed and rotated with fingers, mouse, wheel or keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import button from '../ui/button.module.css'
import { LineIcon } from '../ui/images.tsx'
import type { CroppedPicture } from './crop.ts'
import { dragged, drawCrop, keyed, maxZoom, turned, wheeled, zoomed, zoomOf } from './crop.ts'
import styles from './photo.module.css'

interface CropViewProps {
  cut: CroppedPicture
  onChange: (crop: CroppedPicture['crop']) => void
  /** Called when Enter is pressed on the square. */
  onUse: () => void
}

/** The side of the canvas in pixels, independent of its size on the screen. */
const drawnSide = 1000

export function CropView({ cut, onChange, onUse }: CropViewProps) {
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

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }) {
  return { x, y }
}

/** Returns the position and size of the square, in CSS pixels. */
function boxOf({ currentTarget }: { currentTarget: EventTarget | null }): DOMRect {
  return (currentTarget as HTMLElement).getBoundingClientRect()
}
