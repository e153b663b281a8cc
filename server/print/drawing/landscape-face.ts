/** Draws the face of an ID-1 card: photo and number plate, names and facts, QR. All measures are in millimetres. */
import { drawBand } from './band.ts'
import { type Canvas, points } from './canvas.ts'
import type { FaceSize } from './card-sizes.ts'
import { drawColumn, factEntries, nameEntries } from './column.ts'
import { type CardContent, drawBlood, drawPlate, drawQr } from './parts.ts'
import { drawPhoto } from './photo-frame.ts'

export function drawLandscape(canvas: Canvas, size: FaceSize, card: CardContent): void {
  const { width, height, qr, photo, bleed } = size
  const { facts } = card
  const top = 13
  const bottom = height - 3.4
  const left = 3.6
  drawBand(canvas, { x: 0, y: 0, width, height: 10.4 }, { margin: left, beside: bleed, above: bleed }, card)
  drawPhoto(canvas, { x: left, y: top, ...photo }, card.photo)
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
