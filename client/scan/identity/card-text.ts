/** Recognizes the text of an identity card among key strokes, before it is read. */
import { keyboardReadings } from '#domain/text/keyboard-layouts'

/** The most characters of a scan: a PDF417 has at most 2,710 (ISO/IEC 15438). */
export const longestScan = 3000

/** The length in characters from which a text is of a barcode that holds more than text, such as fingerprints. */
export const shortestBinary = 150

/** Returns true if only an identity card has such a text: its whole text, or a barcode that holds more than text. */
export function isCardText(text: string): boolean {
  if (text.length >= shortestBinary) return true
  return keyboardReadings(text).some((reading) => {
    const isAddress = /(?:docstatus|document-validity)\?/i.test(reading)
    const hasFields = (reading.match(/@/g) ?? []).length >= 4
    return isAddress || hasFields || (isZoneStart(reading) && [90, 88, 72].includes(reading.length))
  })
}

/** Returns true for the text of the Code 39 of a Peruvian card: the number alone. */
export function isCardNumber(text: string): boolean {
  return /^\d{8}$/.test(text)
}

/** Returns true if a text begins like a machine-readable zone. `;` is `<` of a scanner with another keyboard. */
function isZoneStart(text: string): boolean {
  return /^[ACIPV][A-Z<;]{4}[A-Z\d<;]+$/i.test(text)
}

/** The number of lines of each length in a machine-readable zone. */
const linesOf: Readonly<Record<number, number>> = { 30: 3, 44: 2, 36: 2 }

/** Joins the lines of a machine-readable zone that a scanner sends one by one. */
export class CardLines {
  #lines: string[] = []

  /**
   * Adds a scanned text. Returns the text of a whole card, `more` if further lines must follow, or undefined if the
   * text belongs to no card.
   */
  add(text: string): { card: string } | 'more' | undefined {
    const [first = text] = this.#lines
    const isNext = text.length === first.length && /^[A-Z\d<;]+$/i.test(text)
    if (!(isNext && isZoneStart(first) && linesOf[first.length])) {
      this.#lines = []
      return isCardText(text) ? { card: text } : undefined
    }
    this.#lines.push(text)
    return this.#lines.length === linesOf[first.length] ? { card: this.take() } : 'more'
  }

  /** Returns the lines so far, and drops them. */
  take(): string {
    const text = this.#lines.join('\n')
    this.#lines = []
    return text
  }
}
