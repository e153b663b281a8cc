/** Recognizes the input of a hand scanner by its speed, and collects typed numbers. All times are in milliseconds. */

/** The longest pause between two strokes of a scanner. A person types more slowly. */
export const longestGap = 100
/** The longest mean pause at which a short text is surely from a scanner, even in a field. */
const rapidGap = 50
/** The length from which no person types a text with pauses of at most `longestGap`. A code is shorter. */
const longText = 20
/** The shortest scan, in characters. Shorter fast input was typed by chance. */
const shortestScan = 6

export interface Scan {
  /** The scanned text, without its final Enter. */
  text: string
  /** True if no person could have typed the text so fast. */
  isCertain: boolean
}

/** The characters that follow each other as fast as a scanner types. */
export class ScanBuffer {
  #text = ''
  #first = 0
  #last = Number.NEGATIVE_INFINITY

  /** Adds a character. Returns true if it follows the previous character as fast as a scanner types. */
  add(character: string, time: number): boolean {
    const isFast = this.#isFast(time)
    if (!isFast) this.#first = time
    this.#text = isFast ? this.#text + character : character
    this.#last = time
    return isFast
  }

  clear(): void {
    this.#text = ''
    this.#last = Number.NEGATIVE_INFINITY
  }

  /** Clears the buffer at an Enter. Returns the scan, or undefined if the Enter ends no scan. */
  end(time: number): Scan | undefined {
    const text = this.#isFast(time) ? this.#text : ''
    const pace = (time - this.#first) / text.length
    this.clear()
    if (text.length < shortestScan) return undefined
    return { text, isCertain: pace <= rapidGap || text.length >= longText }
  }

  #isFast(time: number): boolean {
    return time - this.#last <= longestGap
  }
}

/** Collects a number that is typed while no field has the focus. */
export class NumberBuffer {
  #text = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    /** The pause after which the number is passed on, in milliseconds. */
    private readonly pause: number,
    private readonly onNumber: (text: string) => void,
  ) {}

  /** Adds a stroke. A character that belongs to no number, or that begins none, discards what was collected. */
  press(character: string, mayBegin: boolean): void {
    const isPart = this.#text === '' ? mayBegin && /\d/.test(character) : /[\d.-]/.test(character)
    clearTimeout(this.#timer)
    this.#text = isPart ? this.#text + character : ''
    if (isPart) this.#timer = setTimeout(() => this.onNumber(this.take()), this.pause)
  }

  /** Returns the collected text, which may be empty, and forgets it. */
  take(): string {
    clearTimeout(this.#timer)
    const text = this.#text
    this.#text = ''
    return text
  }
}

/** Returns true if a scanned text is a number, such as the DNI in the barcode of an identity card. */
export function isNumber(text: string): boolean {
  return /^\d[\d.-]*$/.test(text)
}
