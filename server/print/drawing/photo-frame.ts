/** Draws a pilot's photo in its frame, or a pilot in a helmet if there is no photo. */
import type { Box, Canvas } from './canvas.ts'
import { palette } from './palette.ts'

export function drawPhoto(canvas: Canvas, frame: Box, photo: Buffer | undefined): void {
  const { x, y, width, height } = frame
  if (photo) canvas.picture(photo, frame)
  else {
    canvas.rectangle(frame, palette.shade)
    const scale = width / 100
    canvas.within({ x, y: y + height - 120 * scale, scale }, () => drawHelmet(canvas))
  }
  canvas.frame(frame, 0.3, palette.ink)
}

/** Draws on an area of 100 × 120 units. */
function drawHelmet(canvas: Canvas): void {
  canvas.path('M8 120c0-25 14-36 42-36s42 11 42 36z', palette.line)
  canvas.path('M37 78h26v12c-7 7-19 7-26 0z', palette.inkSoft)
  canvas.path(
    'M50 14c-22 0-33 14-33 34 0 14 3 24 9 31 5 6 13 9 24 9s19-3 24-9c6-7 9-17 9-31 0-20-11-34-33-34z',
    palette.shape,
  )
  canvas.path(
    'M23 46c8-5 17-7 27-7s19 2 27 7c1 8-1 14-5 18-6 3-13 4-22 4s-16-1-22-4c-4-4-6-10-5-18z',
    palette.inkSoft,
  )
  canvas.path('M30 49c6-3 12-4 19-4l-5 8c-5 0-9 1-12 2-2-2-2-4-2-6z', palette.lineSoft)
  canvas.path('M41 76h18l-3 5H44z', palette.inkSoft)
}
