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
