/** Finds the outline of a QR's dark modules, so that a printer gets whole shapes and not squares with seams. */
import type { QrMatrix } from '../../qr/qr.ts'

export type Point = readonly [x: number, y: number]

/**
 * Returns closed lines along the edges of the modules, in modules from the upper left corner. The dark side is on the
 * right of each line. Callers must fill the lines with the even-odd rule.
 */
export function qrOutline(matrix: QrMatrix): Point[][] {
  const edges = edgesOf(matrix)
  const outline: Point[][] = []
  for (const [start, ends] of edges) {
    while (ends.length > 0) outline.push(corners(follow(edges, start)))
  }
  return outline
}

/** The ends of all edges, by their start; a position is `row * stride + column`. */
type Edges = Map<number, number[]>

const stride = 1024

function edgesOf({ size, isDark }: QrMatrix): Edges {
  const edges: Edges = new Map()
  const add = (from: number, to: number) => {
    const ends = edges.get(from)
    if (ends) ends.push(to)
    else edges.set(from, [to])
  }
  // The quiet zone surrounds the symbol, so no module at the border is dark.
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

/** Removes edges from the map until the line is back at its start. */
function follow(edges: Edges, start: number): number[] {
  const line: number[] = []
  let at: number | undefined = start
  do {
    line.push(at)
    at = edges.get(at)?.pop()
  } while (at !== undefined && at !== start)
  return line
}

/** Returns the points at which the line changes its direction. */
function corners(line: readonly number[]): Point[] {
  return line
    .filter((at, index) => {
      const before = line.at(index - 1) ?? at
      const after = line[(index + 1) % line.length] ?? at
      return at - before !== after - at
    })
    .map((at) => [at % stride, Math.floor(at / stride)] as const)
}
