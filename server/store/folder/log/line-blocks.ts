/** Reads text files in blocks of lines, so that a file may be larger than a string or the memory. */
import { open } from 'node:fs/promises'

export interface LineBlock {
  /** The offset of the block in the file, in bytes. */
  start: number
  /** Complete lines, each with its line feed; the last block may end without a line feed. */
  bytes: Buffer
}

const lineFeed = 0x0a
const defaultBlockSize = 1024 * 1024

/**
 * Yields the lines of a file from the byte `from` on. A block has about `size` bytes, or as many as its longest line
 * needs. @throws the error of the system if the file cannot be read
 */
export async function* lineBlocks(
  path: string,
  from = 0,
  size = defaultBlockSize,
): AsyncGenerator<LineBlock> {
  const file = await open(path, 'r')
  try {
    let start = from
    let rest = Buffer.alloc(0)
    for (;;) {
      // The buffer grows with a line that is longer than a block.
      const buffer = Buffer.allocUnsafe(Math.max(size, rest.length))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start + rest.length)
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
      const end = bytesRead === 0 ? bytes.length : bytes.lastIndexOf(lineFeed) + 1
      if (end > 0) yield { start, bytes: bytes.subarray(0, end) }
      if (bytesRead === 0) return
      start += end
      rest = bytes.subarray(end)
    }
  } finally {
    await file.close()
  }
}
