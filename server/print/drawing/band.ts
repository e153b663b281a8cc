/** The head of a credential. All measures are in millimetres. */
import { type Box, type Canvas, points } from './canvas.ts'
import { type CardFacts, cardTitle } from './facts.ts'
import { palette } from './palette.ts'
import type { Point } from './qr-outline.ts'

interface Edges {
  /** The distance of the texts from the left and the right edge. */
  margin: number
  /** The distance that the colours extend over the left and the right edge of the card, and above the band. */
  beside: number
  above: number
}

/** Draws a band over the whole width: the title of the card, the flag, and the type of licence on black. */
export function drawBand(canvas: Canvas, band: Box, edges: Edges, { licencia }: CardFacts): void {
  const { x, y, width, height } = band
  const { margin, beside } = edges
  const top = y - edges.above
  const bottom = y + height
  const right = x + width
  const slant = height * 0.45
  const flag = { left: x + width * 0.615, width: height * 0.75 }
  const typeLeft = flag.left + flag.width
  // The slanted edges go on above the card.
  const lean = slant * (1 + edges.above / height)
  canvas.rectangle({ x: x - beside, y: top, width: width + 2 * beside, height: bottom - top }, palette.red)
  canvas.polygon(
    [
      [typeLeft + lean, top],
      [right + beside, top],
      [right + beside, bottom],
      [typeLeft, bottom],
    ],
    palette.ink,
  )
  const squares = height / 8
  const rowsAbove = Math.ceil(edges.above / squares / 2) * 2
  canvas.clipped(
    [
      [flag.left + lean, top],
      [typeLeft + lean, top],
      [typeLeft, bottom],
      [flag.left, bottom],
    ],
    () =>
      drawCheckers(
        canvas,
        {
          x: flag.left,
          y: y - rowsAbove * squares,
          width: flag.width + lean,
          height: height + rowsAbove * squares,
        },
        squares,
      ),
  )
  canvas.textIn(
    cardTitle,
    { x: x + margin, y: y + height * 0.18, width: flag.left - x - margin - 1, height: height * 0.64 },
    { typeface: 'bold', colour: palette.paper, spacing: 0.04 },
    { max: height * 0.58, min: points(4) },
  )
  const type = { x: typeLeft + slant + 0.6, width: right - typeLeft - slant - margin - 0.6 }
  const style = { typeface: 'bold', colour: palette.paper, align: 'right', spacing: 0.04 } as const
  canvas.textIn(
    licencia.label,
    { ...type, y: y + height * 0.12, height: height * 0.26 },
    { ...style, typeface: 'semibold', spacing: 0.1 },
    { max: height * 0.235, min: points(3) },
  )
  canvas.textIn(licencia.value, { ...type, y: y + height * 0.36, height: height * 0.54 }, style, {
    max: height * 0.5,
    min: points(6),
  })
}

function drawCheckers(canvas: Canvas, { x, y, width, height }: Box, side: number): void {
  canvas.rectangle({ x, y, width, height }, palette.paper)
  const squares: [number, number][] = []
  for (let row = 0; row * side < height - side / 2; row += 1)
    for (let column = row % 2; column * side < width; column += 2) squares.push([column, row])
  canvas.polygons(
    squares.map(([column, row]) =>
      corners({ x: x + column * side, y: y + row * side, width: side, height: side }),
    ),
    palette.ink,
  )
}

function corners({ x, y, width, height }: Box): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}
