/** The outline of a QR's dark modules, so that a printer sees shapes and not squares with seams between them. */
import type { QrMatrix } from '../../qr/qr.ts'

export type Point = readonly [x: number, y: number]

/** Closed lines along the modules' edges, in modules from the upper left, dark on the right hand: fill them even-odd. */
export function qrOutline(matrix: QrMatrix): Point[][] {
  const edges = edgesOf(matrix)
  const outline: Point[][] = []
  for (const [start, ends] of edges) {
    while (ends.length > 0) outline.push(corners(follow(edges, start)))
  }
  return outline
}

/** By their start, the ends of all edges; a place is `row * stride + column`. */
type Edges = Map<number, number[]>

const stride = 1024

function edgesOf({ size, isDark }: QrMatrix): Edges {
  const edges: Edges = new Map()
  const add = (from: number, to: number) => {
    const ends = edges.get(from)
    if (ends) ends.push(to)
    else edges.set(from, [to])
  }
  // The quiet zone is around all of it, so no module at the border is dark.
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const at = row * stride + column
      const here = isDark(row, column)
      if (here && !isDark(row - 1, column)) add(at, at + 1)
      if (!here && isDark(row - 1, column)) add(at + 1, at)
      if (here && !isDark(row, column - 1)) add(at + stride, at)
      if (!here && isDark(row, column - 1)) add(at, at + stride)
    }
  }
  return edges
}

/** Takes edges out until the line is back where it began. */
function follow(edges: Edges, start: number): number[] {
  const line: number[] = []
  let at: number | undefined = start
  do {
    line.push(at)
    at = edges.get(at)?.pop()
  } while (at !== undefined && at !== start)
  return line
}

/** The places where the line turns. */
function corners(line: readonly number[]): Point[] {
  return line
    .filter((at, index) => {
      const before = line.at(index - 1) ?? at
      const after = line[(index + 1) % line.length] ?? at
      return at - before !== after - at
    })
    .map((at) => [at % stride, Math.floor(at / stride)] as const)
}
