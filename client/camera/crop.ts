/**
 * Computes and draws the square that is cropped from a picture, and changes it as keys, the wheel and fingers say. It is our
 * own, since react-easy-crop zooms by no key and shows by CSS what is stored by other code.
 */
import { newCanvas, type Picture } from './picture.tsx'

/** A square, in pixels of the rotated picture. */
export interface Crop {
  /** The number of clockwise quarter rotations, 0 to 3. */
  turn: number
  /** The centre of the square, as `x` and `y`. */
  x: number
  y: number
  side: number
}

/** A picture and its crop. */
export interface CroppedPicture {
  picture: Picture
  crop: Crop
}

/** The longest side of the cropped photo, in pixels. */
const keptSide = 1200

export const maxZoom = 5

/**
 * Returns the largest square. In a portrait picture it lies slightly above the centre, where faces are, unless
 * `isCentred` is true.
 */
export function largestCrop(picture: Picture, turn = 0, isCentred = false): Crop {
  const { width, height } = turnedSize(picture, turn)
  const side = Math.min(width, height)
  const above = isCentred ? 1 / 2 : 1 / 3
  return { turn, x: width / 2, y: side / 2 + Math.max(0, height - side) * above, side }
}

/** Moves the picture to the right by `dx` and down by `dy`, as fractions of the side of the square. */
function moved({ picture, crop }: CroppedPicture, dx: number, dy: number): Crop {
  return within(picture, { ...crop, x: crop.x - dx * crop.side, y: crop.y - dy * crop.side })
}

/**
 * Zooms about the point (`u`, `v`), given from the centre of the square as fractions of its side. Limits `zoom` to
 * the range from 1 to `maxZoom`.
 */
export function zoomed({ picture, crop }: CroppedPicture, zoom: number, u = 0, v = 0): Crop {
  const largest = Math.min(picture.width, picture.height)
  const side = largest / Math.min(maxZoom, Math.max(1, zoom))
  const lost = crop.side - side
  return within(picture, { ...crop, x: crop.x + u * lost, y: crop.y + v * lost, side })
}

export function zoomOf({ picture, crop }: CroppedPicture): number {
  return Math.min(picture.width, picture.height) / crop.side
}

/**
 * Rotates the picture by a quarter about the centre of the square: 1 is clockwise, -1 counterclockwise. At zoom 1,
 * returns the largest square of the rotated picture.
 */
export function turned({ picture, crop }: CroppedPicture, quarters: 1 | -1): Crop {
  const turn = (crop.turn + quarters + 4) % 4
  if (zoomOf({ picture, crop }) === 1) return largestCrop(picture, turn)
  const { width, height } = turnedSize(picture, crop.turn)
  const [x, y] = quarters === 1 ? [height - crop.y, crop.x] : [crop.y, width - crop.x]
  return within(picture, { ...crop, turn, x, y })
}

/** A point on the screen, in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/** The position and size of the square on the screen, in CSS pixels. */
type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

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

type Wheel = Pick<WheelEvent, 'clientX' | 'clientY' | 'deltaY' | 'deltaMode'>

/** Zooms about the point below the mouse. */
export function wheeled(cut: CroppedPicture, { clientX, clientY, deltaY, deltaMode }: Wheel, box: Box): Crop {
  const { u, v } = fractionOf({ x: clientX, y: clientY }, box)
  // 1 is `WheelEvent.DOM_DELTA_LINE`.
  const lines = deltaMode === 1 ? 30 : 1
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

/** Draws the crop on a square canvas. Transparent parts of the picture become white. */
export function drawCrop({ picture, crop }: CroppedPicture, context: CanvasRenderingContext2D): void {
  const { width: side } = context.canvas
  const { width, height } = turnedSize(picture, crop.turn)
  const scale = side / crop.side
  context.resetTransform()
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.translate(side / 2, side / 2)
  context.scale(scale, scale)
  context.translate(width / 2 - crop.x, height / 2 - crop.y)
  context.rotate((crop.turn * Math.PI) / 2)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
}

/**
 * Returns the crop as a JPEG with a side of at most 1200 pixels. Never enlarges a small picture. Encodes it at once, in
 * a tenth of a second: after a key or a click, Chromium lets `toBlob` wait for an idle page, for one to seven seconds.
 */
export function cropToJpeg(cut: CroppedPicture): File {
  const side = Math.max(1, Math.min(keptSide, Math.round(cut.crop.side)))
  const [canvas, context] = newCanvas(side, side)
  drawCrop(cut, context)
  const [type, base64 = ''] = canvas.toDataURL('image/jpeg', 0.92).split(';base64,')
  if (type !== 'data:image/jpeg') throw new Error('This browser made no JPEG of a canvas')
  const jpeg = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new File([jpeg], 'foto.jpg', { type: 'image/jpeg' })
}

/** Moves the square to the nearest position inside the picture. */
function within(picture: Picture, crop: Crop): Crop {
  const { width, height } = turnedSize(picture, crop.turn)
  const half = crop.side / 2
  return {
    ...crop,
    x: Math.min(width - half, Math.max(half, crop.x)),
    y: Math.min(height - half, Math.max(half, crop.y)),
  }
}

function turnedSize({ width, height }: Picture, turn: number): { width: number; height: number } {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width }
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
