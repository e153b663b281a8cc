/** A box in which a rider signs with a finger, a pen or the mouse. */
import { type PointerEvent, useId, useRef, useState } from 'react'
import { type Point, readStrokes, strokesBox, strokesOf } from '#domain/signing/strokes'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import styles from './signing.module.css'

const viewBox = `0 0 ${strokesBox.width} ${strokesBox.height}`

interface SignaturePadProps {
  label: string
  /** The text of the button that removes the drawing. */
  clearText: string
  /** The drawing: see `strokes.ts`; empty without one. */
  value: string
  problem?: string
  onChange: (strokes: string) => void
}

/**
 * The drawing is kept in the coordinates of its own box, so that it stays as it is when the phone turns. It is given to
 * `onChange` at the end of each stroke.
 */
export function SignaturePad({ label, clearText, value, problem, onChange }: SignaturePadProps) {
  const id = useId()
  /** The strokes of a drawing that goes on. Otherwise the value is all. */
  const [drawn, setDrawn] = useState<readonly Point[][]>()
  /** The same strokes: a slow phone does not render between the last points and the end of a stroke. */
  const latest = useRef(drawn)
  const pointer = useRef<number>(undefined)
  const path = drawn ? strokesOf(drawn) : value

  function draw(strokes: readonly Point[][] | undefined) {
    latest.current = strokes
    setDrawn(strokes)
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (pointer.current !== undefined || event.button !== 0) return
    // A finger that leaves the box draws on along its edge.
    event.currentTarget.setPointerCapture(event.pointerId)
    pointer.current = event.pointerId
    draw([...(value ? readStrokes(value) : []), [pointIn(event)]])
  }

  function move(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointer.current) return
    const point = pointIn(event)
    const strokes = latest.current ?? []
    draw([...strokes.slice(0, -1), [...(strokes.at(-1) ?? []), point]])
  }

  function end(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointer.current) return
    pointer.current = undefined
    onChange(strokesOf(latest.current ?? []))
    draw(undefined)
  }

  return (
    <div className={styles.signing}>
      <p className={styles.padLabel} aria-hidden>
        {label}
      </p>
      <svg
        className={styles.pad}
        viewBox={viewBox}
        role="img"
        aria-label={label}
        aria-describedby={problem && `${id}-problem`}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1="80" x2="920" y1="320" y2="320" />
        <path d={path} />
      </svg>
      {problem && (
        <p id={`${id}-problem`} className={layout.problem} role="alert">
          {problem}
        </p>
      )}
      <Button disabled={path === ''} onClick={() => onChange('')}>
        {clearText}
      </Button>
    </div>
  )
}

function pointIn({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return [((clientX - left) / width) * strokesBox.width, ((clientY - top) / height) * strokesBox.height]
}

/** A signature that is stored, or that waits. */
export function Signature({ strokes, label }: { strokes: string; label: string }) {
  return (
    <svg className={styles.signature} viewBox={viewBox} role="img" aria-label={label}>
      <path d={strokes} />
    </svg>
  )
}
