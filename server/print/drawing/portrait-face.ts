/** Draws the face of a badge on a lanyard, with room for a punch at the top. Measures are in millimetres of an A7. */
import { drawBand } from './band.ts'
import { type Canvas, points } from './canvas.ts'
import type { FaceSize } from './card-sizes.ts'
import { drawColumn, factEntries, nameEntries } from './column.ts'
import { palette } from './palette.ts'
import { type CardContent, drawBlood, drawPlate, drawQr } from './parts.ts'
import { drawPhoto } from './photo-frame.ts'

export function drawPortrait(canvas: Canvas, size: FaceSize, card: CardContent): void {
  const { width, height, qr, photo, bleed } = size
  const { facts } = card
  const left = 4
  const right = width - left
  const punch = 12
  canvas.rectangle({ x: -bleed, y: -bleed, width: width + 2 * bleed, height: punch + bleed }, palette.ink)
  canvas.rectangle({ x: width / 2 - 7, y: 4.2, width: 14, height: 3.6 }, palette.paper, 1.8)
  drawBand(canvas, { x: 0, y: punch, width, height: 9.6 }, { margin: left, beside: bleed, above: 0 }, card)
  const top = punch + 9.6 + 3.4
  const middle = top + photo.height
  drawPhoto(canvas, { x: left, y: top, ...photo }, card.photo)
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
  const below = bloodTop + 9 + 1.6
  drawColumn(
    canvas,
    { x: left, y: below, width: facing, height: height - 3.6 - below },
    { bottom: factEntries(facts.rest, points(12)), label: points(5.5) },
  )
}
