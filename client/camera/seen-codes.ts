/** The codes that a camera sees: a code in the picture is read once, until it has been out of the picture. */

/** The time out of the picture after which a code counts as shown again, in milliseconds. */
const absence = 2500

export class SeenCodes {
  #last = new Map<string, number>()

  /** Returns true if the code was not in the picture shortly before. `time` is in milliseconds. */
  isNew(text: string, time: number): boolean {
    const last = this.#last.get(text)
    this.#last.set(text, time)
    return last === undefined || time - last > absence
  }
}
