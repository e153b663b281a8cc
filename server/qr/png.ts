/** A QR as a PNG of one bit a pixel (PNG, third edition, W3C 2025): a third of the bytes of a coloured one. */
import { crc32, deflateSync } from 'node:zlib'
import { MalformedError } from '#domain/errors'
import { type QrMatrix, qrMatrix } from './qr.ts'

/** The picture sizes that are drawn, in pixels a side. */
export const qrPixels = { min: 64, max: 2048, usual: 512 } as const

/**
 * Draws `text` on exactly `pixels` a side: every module has the same whole number of pixels, and what is
 * left over widens the quiet zone.
 * @throws MalformedError where a module would be smaller than a pixel
 */
export function qrPng(text: string, pixels: number): Buffer {
  const matrix = qrMatrix(text)
  const scale = Math.floor(pixels / matrix.size)
  if (scale < 1) throw new MalformedError(`Este QR necesita al menos ${matrix.size} píxeles de lado`)
  const margin = Math.floor((pixels - matrix.size * scale) / 2)
  const stride = 1 + Math.ceil(pixels / 8)
  const lines = Buffer.alloc(stride * pixels)
  let last = Number.NaN
  for (let y = 0; y < pixels; y += 1) {
    const row = Math.floor((y - margin) / scale)
    const line = lines.subarray(y * stride, (y + 1) * stride)
    // A line that repeats the one above is zeros: deflate has little to do, and so has who reads it.
    if (row === last) line[0] = filters.up
    else drawLine(line, matrix, row, { scale, margin })
    last = row
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header(pixels)),
    chunk('IDAT', deflateSync(lines, quick)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function drawLine(
  line: Buffer,
  { size, isDark }: QrMatrix,
  row: number,
  { scale, margin }: { scale: number; margin: number },
): void {
  line.fill(0xff)
  line[0] = filters.none
  for (let column = 0; column < size; column += 1) {
    if (!isDark(row, column)) continue
    const start = margin + column * scale
    for (let x = start; x < start + scale; x += 1) {
      const index = 1 + (x >> 3)
      line[index] = (line[index] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
}

/** So few bytes need neither a large window nor a long search, and setting those up takes longest. */
const quick = { level: 1, windowBits: 10, memLevel: 4 }

/** What a line's first byte says of the rest of it. */
const filters = { none: 0, up: 2 }

/** Width, height, one bit a pixel, greyscale, deflate, no filter, not interlaced. */
function header(pixels: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(pixels, 0)
  data.writeUInt32BE(pixels, 4)
  data[8] = 1
  return data
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
