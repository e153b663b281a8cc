/** Draws the crop marks of a sheet: thin lines that extend the edges of every card, and never cross a card. */
import type { CardSize, Raster } from '#domain/cards'
import { type Canvas, points } from './canvas.ts'
import { palette } from './palette.ts'

const length = 5
/** The white space between a mark and the card beside it. */
const distance = 1.5

export function drawCropMarks(canvas: Canvas, { width, height }: CardSize, raster: Raster): void {
  const { columns, rows, left, top, gap } = raster
  const bottom = top + rows * height
  for (let column = 0; column < columns; column += 1) {
    const start = left + column * (width + gap)
    for (const x of [start, start + width]) {
      mark(canvas, [x, top - distance - length], [x, top - distance])
      mark(canvas, [x, bottom + distance], [x, bottom + distance + length])
    }
    for (let row = 0; row <= rows; row += 1) {
      const y = top + row * height
      if (column === 0) mark(canvas, [start - distance - length, y], [start - distance, y])
      const end = start + width
      const room = column < columns - 1 ? gap - 2 * distance : length
      mark(canvas, [end + distance, y], [end + distance + room, y])
    }
  }
}

function mark(canvas: Canvas, from: readonly [number, number], to: readonly [number, number]): void {
  canvas.line(from, to, points(0.25), palette.ink)
}
