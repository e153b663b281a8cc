/** The QRs that were drawn last, since each one costs a thousand times what it takes to send it again. */
import { qrSvg } from '#domain/qr'
import { qrPng } from '#domain/qr-png'

/** A few kilobytes each. */
const maxDrawings = 2000

export class QrCache {
  #drawings = new Map<string, string | Buffer>()

  /** The QR of a text as PNG or SVG, `pixels` a side. @throws MalformedError where it does not fit */
  draw(text: string, format: 'png' | 'svg', pixels: number): string | Buffer {
    const key = `${format} ${pixels} ${text}`
    const drawing = this.#drawings.get(key) ?? (format === 'svg' ? qrSvg(text, pixels) : qrPng(text, pixels))
    this.#drawings.delete(key)
    this.#drawings.set(key, drawing)
    const [oldest] = this.#drawings.keys()
    if (this.#drawings.size > maxDrawings && oldest !== undefined) this.#drawings.delete(oldest)
    return drawing
  }
}
