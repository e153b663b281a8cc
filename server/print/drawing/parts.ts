/** The parts that both faces of a credential share. All measures are in millimetres. */
import { qrMatrix } from '../../qr/qr.ts'
import { type Box, type Canvas, points } from './canvas.ts'
import type { CardBrand } from './card-brand.ts'
import type { CardFacts, Fact } from './facts.ts'
import { palette } from './palette.ts'
import { qrOutline } from './qr-outline.ts'

/** The content of a pilot's card, with all asynchronous work done. */
export interface CardContent {
  facts: CardFacts
  /** A JPEG with the proportions of the frame. */
  photo?: Buffer
  /** The address that the QR carries. */
  address: string
  brand: CardBrand
}

/** Draws the number in black on yellow, as on the vehicle. */
export function drawPlate(canvas: Canvas, box: Box, number: string): void {
  const border = box.height * 0.07
  canvas.rectangle(box, palette.ink, box.height * 0.2)
  canvas.rectangle(inset(box, border), palette.plate, box.height * 0.2 - border)
  canvas.textIn(
    number,
    inset(box, border * 2.4, border * 0.4),
    { typeface: 'bold', colour: palette.ink, align: 'center' },
    { max: box.height, min: points(5.5) },
  )
}

/** Draws the blood type in white on red, so that a medical crew finds it. */
export function drawBlood(canvas: Canvas, box: Box, { label, value }: Fact): void {
  const padding = box.height * 0.2
  const valueWidth = box.width * 0.46
  canvas.rectangle(box, palette.red, box.height * 0.16)
  const words = label.split(' ')
  const middle = Math.ceil(words.length / 2)
  const lines = [words.slice(0, middle).join(' '), words.slice(middle).join(' ')]
  const size = box.height * 0.27
  const top = box.y + (box.height - size * 2.1) / 2
  canvas.lines(
    { size, lines },
    { x: box.x + padding, y: top - size * 0.02, width: box.width - valueWidth },
    { typeface: 'semibold', colour: palette.paper, spacing: 0.06 },
  )
  canvas.textIn(
    value,
    { x: box.x + box.width - padding - valueWidth, y: box.y, width: valueWidth, height: box.height },
    { typeface: 'bold', colour: palette.paper, align: 'right' },
    { max: box.height * 1.02, min: points(8) },
  )
}

/** Draws the QR with its quiet zone into a square, and the code in letters close below the symbol. */
export function drawQr(canvas: Canvas, square: Box, { address, facts }: CardContent): void {
  const matrix = qrMatrix(address)
  const side = square.width / matrix.size
  canvas.rectangle(square, palette.paper)
  canvas.within({ x: square.x, y: square.y, scale: side }, () =>
    canvas.polygons(qrOutline(matrix), palette.black),
  )
  canvas.textIn(
    facts.code,
    {
      x: square.x + square.width * 0.06,
      y: square.y + square.height,
      width: square.width * 0.88,
      height: square.width * 0.1,
    },
    { typeface: 'code', colour: palette.ink, align: 'center', spacing: 0.04 },
    { max: square.width * 0.1, min: points(7) },
  )
}

function inset({ x, y, width, height }: Box, left: number, top = left): Box {
  return { x: x + left, y: y + top, width: width - 2 * left, height: height - 2 * top }
}
