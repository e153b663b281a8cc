/**
 * The frames in which a page receives a file together with the progress of the work on it. Each frame has a head of
 * two unsigned integers of 32 bits, the lowest byte first: the number of items that are written so far, and the
 * number of bytes that follow. The first frame has no bytes, and the number of all items. The last frame has no bytes
 * either: without it, the file is cut off.
 */

/** The media type of a file in frames. */
export const framedType = 'application/vnd.pilotos.progress'

const headBytes = 8

/** Returns the head of a frame. */
export function frameHead(items: number, bytes: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(headBytes))
  head.setUint32(0, items, true)
  head.setUint32(4, bytes, true)
  return new Uint8Array(head.buffer)
}

/** Takes the frames apart, however the network has divided them. */
export class FrameReader {
  /** The number of all items; undefined before the first frame. */
  total: number | undefined
  /** The number of items that are written. */
  written = 0
  /** True after the last frame. */
  isComplete = false
  #head = new Uint8Array(headBytes)
  #headLength = 0
  /** The bytes of the current frame that are still to come. */
  #missing = 0

  /** Returns the bytes of the file in a chunk, without a copy. */
  read(chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at < chunk.length; ) {
      if (this.#missing > 0) {
        const part = chunk.subarray(at, at + this.#missing)
        this.#missing -= part.length
        at += part.length
        parts.push(part)
        continue
      }
      this.#head[this.#headLength] = chunk[at] ?? 0
      this.#headLength += 1
      at += 1
      if (this.#headLength === headBytes) this.#begin()
    }
    return parts
  }

  #begin(): void {
    const head = new DataView(this.#head.buffer)
    const items = head.getUint32(0, true)
    this.#missing = head.getUint32(4, true)
    this.#headLength = 0
    if (this.total === undefined) this.total = items
    else if (this.#missing === 0) this.isComplete = true
    else this.written = items
  }
}
