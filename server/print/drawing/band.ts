/** The head of a credential. All measures are in millimetres. */
import { type Box, type Canvas, points } from './canvas.ts'
import { type CardFacts, cardTitle } from './facts.ts'
import { palette } from './palette.ts'
import type { Point } from './qr-outline.ts'

/** Draws a band over the whole width: the title of the card, the flag, and the type of licence on black. */
export function drawBand(canvas: Canvas, band: Box, margin: number, { licencia }: CardFacts): void {
  const { x, y, width, height } = band
  const bottom = y + height
  const right = x + width
  const slant = height * 0.45
  const flag = { left: x + width * 0.615, width: height * 0.75 }
  const typeLeft = flag.left + flag.width
  canvas.rectangle(band, palette.red)
  canvas.polygon(
    [
      [typeLeft + slant, y],
      [right, y],
      [right, bottom],
      [typeLeft, bottom],
    ],
    palette.ink,
  )
  canvas.clipped(
    [
      [flag.left + slant, y],
      [typeLeft + slant, y],
      [typeLeft, bottom],
      [flag.left, bottom],
    ],
    () => drawCheckers(canvas, { x: flag.left, y, width: flag.width + slant, height }, height / 8),
  )
  canvas.textIn(
    cardTitle,
    { x: x + margin, y: y + height * 0.18, width: flag.left - x - margin - 1, height: height * 0.64 },
    { weight: 700, colour: palette.paper, spacing: 0.04 },
    { max: height * 0.58, min: points(4) },
  )
  const type = { x: typeLeft + slant + 0.6, width: right - typeLeft - slant - margin - 0.6 }
  const style = { weight: 700, colour: palette.paper, align: 'right', spacing: 0.04 } as const
  canvas.textIn(
    licencia.label,
    { ...type, y: y + height * 0.12, height: height * 0.26 },
    { ...style, weight: 600, spacing: 0.1 },
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
