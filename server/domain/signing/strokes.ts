/**
 * A drawn signature as a path of SVG in a box of its own: each stroke begins with `M x y`, and goes on with `l dx dy`. All
 * numbers are integers, and no point is outside the box, so that a signature is bounded text and looks alike everywhere.
 */

/** The width and the height of the box. */
export const strokesBox = { width: 1000, height: 400 }

/** The greatest length of a path, in characters. */
export const maxStrokes = 8000

/** The least length of all lines together, and the least width or height of a signature: a dot is none. */
const least = { ink: 200, extent: 60 }

const strokesTooShort = 'Eso no parece una firma: firme con el dedo, con un trazo más largo'
const strokesTooLong = 'La firma tiene demasiados trazos: bórrela y firme de nuevo'

/** A point in the box. */
export type Point = readonly [x: number, y: number]

/** Writes strokes. The longer a drawing is, the fewer of its points are kept, so that each one fits. */
export function strokesOf(strokes: readonly (readonly Point[])[]): string {
  for (const step of [3, 6, 12, 24]) {
    const path = strokes.map((points) => strokeOf(points, step)).join('')
    if (path.length <= maxStrokes) return path
  }
  return strokes.map((points) => strokeOf(points, strokesBox.width)).join('')
}

/** Writes a stroke without the points that are no further than `step` from the one before. The last one is kept. */
function strokeOf(points: readonly Point[], step: number): string {
  const [[fromX, fromY] = [0, 0], ...rest] = points.map(inBox)
  let [x, y] = [fromX, fromY]
  let path = `M${x} ${y}`
  for (const [index, [toX, toY]] of rest.entries()) {
    const isLast = index === rest.length - 1
    if (!isLast && Math.hypot(toX - x, toY - y) <= step) continue
    path += `l${toX - x} ${toY - y}`
    ;[x, y] = [toX, toY]
  }
  return rest.length === 0 ? `${path}l0 0` : path
}

function inBox([x, y]: Point): Point {
  const { width, height } = strokesBox
  return [Math.min(width, Math.max(0, Math.round(x))), Math.min(height, Math.max(0, Math.round(y)))]
}

/** Returns true for a path of the form that `strokesOf` writes, of which no point is outside the box. */
export function isStrokes(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxStrokes) return false
  if (!/^(M\d{1,4} \d{1,4}(l-?\d{1,4} -?\d{1,4})+)+$/.test(value)) return false
  return readStrokes(value).every((points) => points.every((point) => String(inBox(point)) === String(point)))
}

/** Returns the points of a path. */
export function readStrokes(path: string): Point[][] {
  return path
    .slice(1)
    .split('M')
    .map((stroke) => {
      let [x, y] = [0, 0]
      return stroke.split('l').map((text): Point => {
        const [dx = 0, dy = 0] = text.split(' ').map(Number)
        ;[x, y] = [x + dx, y + dy]
        return [x, y]
      })
    })
}

/** Returns what is wrong with a drawing, or undefined if it can be a signature. */
export function strokesProblem(path: string): string | undefined {
  if (path.length > maxStrokes) return strokesTooLong
  if (path === '') return strokesTooShort
  const strokes = readStrokes(path)
  const points = strokes.flat()
  const extentOf = (values: number[]) => Math.max(...values) - Math.min(...values)
  const extent = Math.max(extentOf(points.map(([x]) => x)), extentOf(points.map(([, y]) => y)))
  let ink = 0
  for (const stroke of strokes)
    for (const [index, [x, y]] of stroke.entries()) {
      const [fromX, fromY] = stroke[index - 1] ?? [x, y]
      ink += Math.hypot(x - fromX, y - fromY)
    }
  return ink < least.ink || extent < least.extent ? strokesTooShort : undefined
}
