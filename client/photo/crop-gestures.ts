/** Moves and zooms the square crop of a photo as keys, the wheel and fingers say. */
import { type Crop, type CroppedPicture, moved, zoomed, zoomOf } from './crop.ts'

/** A point on the screen, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** The position and size of the square on the screen, in CSS pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
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

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** Returns undefined for a key that neither moves nor zooms. Shift makes the steps larger. */
export function keyed(cut: CroppedPicture, { key, shiftKey, ctrlKey, metaKey }: Key): Crop | undefined {
  const way = keySteps[key]
  if (!way || ctrlKey || metaKey) return undefined
  const step = shiftKey ? 0.1 : 0.02
  const [right, down, closer] = way
  return closer ? zoomed(cut, zoomOf(cut) * (1 + step * 5) ** closer) : moved(cut, right * step, down * step)
}

/** The value of `WheelEvent.DOM_DELTA_LINE`. */
const inLines = 1

type Wheel = Pick<WheelEvent, 'clientX' | 'clientY' | 'deltaY' | 'deltaMode'>

/** Zooms about the point below the mouse. */
export function wheeled(cut: CroppedPicture, { clientX, clientY, deltaY, deltaMode }: Wheel, box: Box): Crop {
  const { u, v } = fractionOf({ x: clientX, y: clientY }, box)
  const lines = deltaMode === inLines ? 30 : 1
  return zoomed(cut, zoomOf(cut) * Math.exp((-deltaY * lines) / 600), u, v)
}

/** Moves the picture with one finger. Two fingers move it by their midpoint and zoom it by their distance. */
export function dragged(cut: CroppedPicture, from: readonly Point[], to: readonly Point[], box: Box): Crop {
  const [before, after] = [gestureOf(from), gestureOf(to)]
  const crop = moved(cut, (after.x - before.x) / box.width, (after.y - before.y) / box.width)
  if (to.length < 2) return crop
  const { u, v } = fractionOf(after, box)
  const pinch = after.spread / Math.max(1, before.spread)
  return zoomed({ ...cut, crop }, zoomOf(cut) * pinch, u, v)
}

/** Returns the midpoint of all fingers, and the distance between the first two, in CSS pixels. */
function gestureOf(fingers: readonly Point[]): Point & { spread: number } {
  const [one, other] = fingers
  return {
    x: fingers.reduce((sum, { x }) => sum + x, 0) / fingers.length,
    y: fingers.reduce((sum, { y }) => sum + y, 0) / fingers.length,
    spread: one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0,
  }
}

/** Returns the position of a point from the centre of the square, as fractions of its side. */
function fractionOf({ x, y }: Point, { left, top, width, height }: Box): { u: number; v: number } {
  return { u: (x - left) / width - 0.5, v: (y - top) / height - 0.5 }
}
