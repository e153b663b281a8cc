/** The head of a credential. All measures are in millimetres. */
import { type Box, type Canvas, type Picture, type Point, palette, points } from './canvas.ts'
import { type CardBrand, type CardContent, cardTitle, type Fact } from './face-parts.ts'

interface Edges {
  /** The distance of the texts from the left and the right edge. */
  margin: number
  /** The distance that the colours extend over the left and the right edge of the card, and above the band. */
  beside: number
  above: number
}

/** Draws a band over the whole width: the brand, the flag, and the type of licence on black. */
export function drawBand(canvas: Canvas, band: Box, edges: Edges, { facts, brand }: CardContent): void {
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
  canvas.rectangle({ x: x - beside, y: top, width: width + 2 * beside, height: bottom - top }, brand.colour)
  canvas.polygon(
    [
      [typeLeft + lean, top],
      [right + beside, top],
      [right + beside, bottom],
      [typeLeft, bottom],
    ],
    palette.ink,
  )
  const side = height / 8
  const above = Math.ceil(edges.above / side / 2) * 2 * side
  const flagShape: Point[] = [
    [flag.left + lean, top],
    [typeLeft + lean, top],
    [typeLeft, bottom],
    [flag.left, bottom],
  ]
  const flagBox = { x: flag.left, y: y - above, width: flag.width + lean, height: height + above }
  canvas.clipped(flagShape, () => drawCheckers(canvas, flagBox, side))
  drawBrand(canvas, { x: x + margin, y, width: flag.left - x - margin - 1, height }, brand)
  const type = { x: typeLeft + slant + 0.6, width: right - typeLeft - slant - margin - 0.6 }
  drawLicence(canvas, { ...type, y, height }, facts.licencia)
}

/** Draws the logo and, beside it, the name under the title, or the title alone. */
function drawBrand(canvas: Canvas, { x, y, width, height }: Box, brand: CardBrand): void {
  const logo = brand.logo && fittedLogo(brand.logo, { width: width * 0.4, height: height * 0.72 })
  if (brand.logo && logo) canvas.picture(brand.logo, { x, y: y + (height - logo.height) / 2, ...logo })
  const left = x + (logo ? logo.width + height * 0.2 : 0)
  const area = { x: left, width: x + width - left }
  const style = { typeface: 'bold', colour: brand.textColour, spacing: 0.04 } as const
  if (!brand.name) {
    const box = { ...area, y: y + height * 0.18, height: height * 0.64 }
    canvas.textIn(cardTitle, box, style, { max: height * 0.58, min: points(4) })
    return
  }
  canvas.textIn(
    cardTitle,
    { ...area, y: y + height * 0.12, height: height * 0.26 },
    { ...style, typeface: 'semibold', spacing: 0.1 },
    { max: height * 0.22, min: points(3) },
  )
  const name = { ...area, y: y + height * 0.38, height: height * 0.52 }
  canvas.textIn(brand.name, name, style, { max: height * 0.46, min: points(5) })
}

/** Returns the largest size in the proportions of the logo that fits into `box`. */
function fittedLogo(
  logo: Picture,
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(box.width / logo.width, box.height / logo.height)
  return { width: logo.width * scale, height: logo.height * scale }
}

function drawLicence(canvas: Canvas, { x, y, width, height }: Box, { label, value }: Fact): void {
  const style = { typeface: 'bold', colour: palette.paper, align: 'right', spacing: 0.04 } as const
  canvas.textIn(
    label,
    { x, width, y: y + height * 0.12, height: height * 0.26 },
    { ...style, typeface: 'semibold', spacing: 0.1 },
    { max: height * 0.235, min: points(3) },
  )
  canvas.textIn(value, { x, width, y: y + height * 0.36, height: height * 0.54 }, style, {
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
