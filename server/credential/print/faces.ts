/** Draws the two faces of a credential, each with its head. All measures are in millimetres. */
import { type Box, type Canvas, type Point, palette, points } from '../../pdf/canvas.ts'
import { fittedLogo, type PrintedBrand } from '../../pdf/document.ts'
import { type Fitted, fitColumn, heightOf, type Sizes, sum } from '../../pdf/fit-text.ts'
import type { TypefaceName } from '../../pdf/typeface.ts'
import {
  type CardContent,
  type CardFacts,
  cardTitle,
  drawBlood,
  drawPhoto,
  drawPlate,
  drawQr,
  type FaceSize,
  type Fact,
} from './face-parts.ts'

/** Draws the face of an ID-1 card: photo and number plate, names and facts, QR. */
export function drawLandscape(canvas: Canvas, size: FaceSize, card: CardContent): void {
  const { width, height, qr, photo, bleed } = size
  const { facts } = card
  const top = 13
  const bottom = height - 3.4
  const left = 3.6
  drawBand(canvas, { x: 0, y: 0, width, height: 10.4 }, { margin: left, beside: bleed, above: bleed }, card)
  drawPhoto(canvas, { x: left, y: top, ...photo }, card)
  const plateTop = top + photo.height + 1.5
  drawPlate(canvas, { x: left, y: plateTop, width: photo.width, height: bottom - plateTop }, facts.plate)
  // The quiet zone is as white as the card, so it can extend to the edges.
  const square = { x: width - qr - 1.1, y: height - qr - 5.2, width: qr, height: qr }
  drawQr(canvas, square, card)
  drawBlood(canvas, { x: square.x + 2.6, y: top, width: qr - 5.2, height: 7.4 }, facts.blood)
  const column = left + photo.width + 2.4
  drawColumn(
    canvas,
    { x: column, y: top - 0.6, width: square.x - column, height: bottom - top + 1 },
    {
      top: nameEntries(facts, points(17)),
      bottom: factEntries(facts.rest, points(10.5)),
      label: points(5.2),
    },
  )
}

/** Draws the face of a badge on a lanyard, with room for a punch at the top. Measures are in millimetres of an A7. */
export function drawPortrait(canvas: Canvas, size: FaceSize, card: CardContent): void {
  const { width, height, qr, photo, bleed } = size
  const { facts } = card
  const left = 4
  const right = width - left
  const punch = 9.4
  canvas.rectangle({ x: -bleed, y: -bleed, width: width + 2 * bleed, height: punch + bleed }, palette.ink)
  canvas.rectangle({ x: width / 2 - 7, y: 3.2, width: 14, height: 3.6 }, palette.paper, 1.8)
  drawBand(canvas, { x: 0, y: punch, width, height: 9.6 }, { margin: left, beside: bleed, above: 0 }, card)
  const top = punch + 9.6 + 3.4
  const middle = top + photo.height
  drawPhoto(canvas, { x: left, y: top, ...photo }, card)
  const column = left + photo.width + 3
  const aside = { x: column, width: right - column }
  drawPlate(canvas, { ...aside, y: middle - 12, height: 12 }, facts.plate)
  drawColumn(
    canvas,
    { ...aside, y: top - 0.8, height: photo.height - 12.4 },
    { top: nameEntries(facts, points(21)), label: points(5.5) },
  )
  const square = { x: width - qr - 0.7, y: height - qr - 6.2, width: qr, height: qr }
  drawQr(canvas, square, card)
  const facing = square.x - left
  // The top is level with the symbol, which begins inside its quiet zone.
  const bloodTop = square.y + 3.3
  drawBlood(canvas, { x: left, y: bloodTop, width: photo.width, height: 9 }, facts.blood)
  const below = facts.blood ? bloodTop + 9 + 1.6 : bloodTop
  drawColumn(
    canvas,
    { x: left, y: below, width: facing, height: height - 3.6 - below },
    { bottom: factEntries(facts.rest, points(12)), label: points(5.5), isRaised: !facts.blood },
  )
}

/** A text of the column, with an optional label above it. */
interface Entry {
  label?: string
  text: string
  typeface: TypefaceName
  sizes: Sizes
}

/** Returns the entries of both names; `largest` is the maximum size of the lastname. */
function nameEntries({ name, lastname }: CardFacts, largest: number): Entry[] {
  return [
    { text: name, typeface: 'semibold', sizes: { max: largest * 0.82, min: points(6.5) } },
    { text: lastname, typeface: 'bold', sizes: { max: largest, min: points(8.5) } },
  ]
}

function factEntries(facts: readonly Fact[], largest: number): Entry[] {
  return facts.map(({ label, value }) => ({
    label,
    text: value,
    typeface: 'bold',
    sizes: { max: largest, min: points(5.5) },
  }))
}

interface Parts {
  /** The entries from the top of the box down, which are reduced in size together. */
  top?: readonly Entry[]
  /** The entries that end at the lower edge of the box. */
  bottom?: readonly Entry[]
  /** True if the entries that would end at the lower edge begin at the upper edge instead. */
  isRaised?: boolean
  /** The type size of the labels. */
  label: number
}

/** Draws names and facts one below the other, so that they share the available height. */
function drawColumn(canvas: Canvas, box: Box, { top = [], bottom = [], isRaised, label }: Parts): void {
  const groups = [top, ...bottom.map((entry) => [entry])]
  const labels = bottom.filter((entry) => entry.label).length * label * labelHeight
  const gaps = bottom.length * label * 0.75
  const [names = [], ...facts] = fitColumn(
    groups.map((entries) =>
      entries.map(({ text, typeface, sizes }) => canvas.columnText(text, typeface, sizes)),
    ),
    box.width,
    box.height - labels - gaps,
  )
  let y = box.y
  top.forEach((entry, index) => {
    y += drawEntry(canvas, { ...box, y }, entry, names[index], label)
  })
  const spare = box.y + box.height - y - labels - gaps - sum(facts.flat().map(heightOf))
  const gap = label * Math.min(1.3, 0.75 + spare / label / (bottom.length + 1))
  if (!isRaised) y = box.y + box.height - labels - sum(facts.flat().map(heightOf)) - gap * (bottom.length - 1)
  bottom.forEach((entry, index) => {
    y += drawEntry(canvas, { ...box, y }, entry, facts[index]?.[0], label) + gap
  })
}

/** Draws an entry and returns its height. */
function drawEntry(
  canvas: Canvas,
  area: Box,
  { label, typeface }: Entry,
  fitted: Fitted | undefined,
  labelSize: number,
): number {
  if (!fitted) return 0
  const above = label ? labelSize * labelHeight : 0
  const labelStyle = { typeface: 'semibold', colour: palette.inkSoft, spacing: 0.08 } as const
  if (label) canvas.lines({ size: labelSize, lines: [label] }, area, labelStyle)
  canvas.lines(fitted, { ...area, y: area.y + above }, { typeface, colour: palette.ink })
  return above + heightOf(fitted)
}

/** The height of a label, as a multiple of its type size. */
const labelHeight = 1.05

interface Edges {
  /** The distance of the texts from the left and the right edge. */
  margin: number
  /** The distance that the colours extend over the left and the right edge of the card, and above the band. */
  beside: number
  above: number
}

/** Draws a band over the whole width: the brand, the flag, and the type of licence on black. */
function drawBand(canvas: Canvas, band: Box, edges: Edges, { facts, brand }: CardContent): void {
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

/** Draws the logo and, beside it, the name above the organiser and the title, which are smaller, or the title alone. */
function drawBrand(canvas: Canvas, { x, y, width, height }: Box, brand: PrintedBrand): void {
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
  const name = { ...area, y: y + height * 0.1, height: height * 0.56 }
  canvas.textIn(brand.name, name, style, { max: height * 0.5, min: points(5) })
  canvas.textIn(
    [brand.organiser?.toUpperCase(), cardTitle].filter(Boolean).join(' · '),
    { ...area, y: y + height * 0.7, height: height * 0.2 },
    { ...style, typeface: 'semibold', spacing: 0.1 },
    { max: height * 0.15, min: points(3) },
  )
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
