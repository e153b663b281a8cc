/** Draws a QR as a PNG of one bit per pixel (PNG, third edition, W3C 2025): a third of the bytes of a colour PNG. */
import { crc32, deflateSync } from 'node:zlib'
import { MalformedError } from '#domain/errors'
import { type QrMatrix, qrMatrix } from './qr.ts'

/**
 * Draws `text` with exactly `pixels` per side: every module has the same whole number of pixels, and the remaining
 * pixels widen the quiet zone.
 * @throws MalformedError if a module would be smaller than a pixel
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
    // With the filter `up`, a line that repeats the line above is all zeros, which is fast to deflate and to inflate.
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

/** Settings for small pictures, which gain nothing from a large window or a long search but pay for the setup. */
const quick = { level: 1, windowBits: 10, memLevel: 4 }

/** The first byte of a line, which names the filter of the line. */
const filters = { none: 0, up: 2 }

/** Returns the IHDR data: width, height, one bit per pixel, greyscale, deflate, filter method 0, not interlaced. */
function header(pixels: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(pixels, 0)
  data.writeUInt32BE(pixels, 4)
  data[8] = 1
  return data
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}
