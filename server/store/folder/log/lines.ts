/**
 * The lines of logs: `CRC32 JSON`, the checksum in 8 hexadecimal digits over the JSON's UTF-8. Each line has `base`, the
 * bytes of the file that were synced before the line was written. A change of the pilots takes one or several lines of a
 * journal, and is stored completely or not at all.
 */
import { crc32 } from 'node:zlib'
import type { Change } from '#domain/pilots/change'
import { parseChange } from '#domain/pilots/history/readable'
import { fileSize, isObject, parseJson } from '#domain/text/text'
import { openPlain, UnusableFileError } from '../../../files/plain-file.ts'
import { partsOf } from '../../shared/log.ts'

export function summedLine<Value extends { base: number }>(value: Value): Buffer {
  const bytes = Buffer.from(`${noSum} ${JSON.stringify(value)}\n`)
  bytes.write(checksum(bytes.subarray(noSum.length + 1, -1)), 'latin1')
  return bytes
}

/** Parses a line without its line feed. Returns undefined if it is incomplete, its checksum is wrong, or it is no JSON. */
export function readSummed(bytes: Buffer): unknown {
  const json = bytes.subarray(noSum.length + 1)
  if (bytes.toString('latin1', 0, noSum.length + 1) !== `${checksum(json)} `) return undefined
  return parseJson(json.toString('utf8'))
}

/**
 * Returns true if the unreadable bytes from `offset` on belong to the last batch of lines, and were cut short: blocks
 * that did not reach the disk read as zeros or are missing. Lines of a later batch prove that everything before them
 * was synced, and complete lines with wrong content are damage, not a torn end.
 */
export function isTorn(bytes: Buffer, offset: number): boolean {
  if (bytes.at(-1) === lineFeed && bytes.indexOf(0, offset) < 0 && bytes.indexOf(lineFeed, offset) >= 0)
    return false
  for (let start = bytes.indexOf(lineFeed, offset) + 1; start > 0 && start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start)
    if (end < 0) return true
    const line = readSummed(bytes.subarray(start, end))
    if (isObject(line) && typeof line.base === 'number' && line.base > offset) return false
    start = end + 1
  }
  return true
}

const lineFeed = 0x0a
const noSum = '00000000'

function checksum(content: Uint8Array): string {
  return crc32(content).toString(16).padStart(8, '0')
}

/**
 * One line of a journal. A change of many pilots takes several lines with one number; all but the last have `more`.
 */
export interface Line {
  /** The number of the change: changes of a store are numbered from 1, without a gap. */
  number: number
  /** The moment of writing: ISO 8601, UTC. */
  at: string
  /** The bytes of the file that were synced before the batch of this line was written. */
  base: number
  change: Change
  more?: true
}

/** Yields the lines of a change one at a time, so that a large change is not in memory twice. */
export function* writeLines(change: Change, head: Pick<Line, 'number' | 'at' | 'base'>): Generator<Buffer> {
  const parts = partsOf(change)
  for (const part of parts)
    yield summedLine({ ...head, change: part, ...(part !== parts.at(-1) && { more: true }) })
}

/** Parses a line without its line feed. Returns undefined if the line is incomplete or damaged. */
export function readLine(bytes: Buffer): Line | undefined {
  const line = readSummed(bytes)
  if (!isObject(line) || typeof line.number !== 'number' || typeof line.base !== 'number') return undefined
  const change = parseChange(line.change)
  return change && { ...(line as unknown as Line), change }
}

/** Joins lines to blocks of about the size in which files are read: a write of each line takes ten times as long. */
export function* inBlocks(lines: Iterable<Uint8Array>, most = blockSize): Generator<Buffer> {
  let block: Uint8Array[] = []
  let size = 0
  for (const line of lines) {
    block.push(line)
    size += line.length
    if (size < most) continue
    yield Buffer.concat(block)
    block = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(block)
}

/** A part of a text file that is read by its lines, so that it may be larger than a string or the memory. */
export interface LineBlock {
  /** The offset of the block in the file, in bytes. */
  start: number
  /** Complete lines, each with its line feed; the last block may end without a line feed. */
  bytes: Buffer
}

/** The approximate size of the part of a file that is read at a time, in bytes: parsing it takes a few milliseconds. */
const blockSize = 512 * 1024

/** The bytes that are read of a file first. */
const shortFile = 16 * 1024

/** The length of the longest line, in bytes: more than a merge of some million changes needs. */
const maxLineBytes = 128 * 1024 * 1024

/**
 * Yields the lines of a file from the byte `from` on. A block has about `size` bytes, or as many as its longest line
 * needs. @throws UnusableFileError, the error of the system if the file cannot be read
 */
export async function* lineBlocks(path: string, from = 0, size = blockSize): AsyncGenerator<LineBlock> {
  const file = await openPlain(path)
  try {
    let start = from
    let rest = Buffer.alloc(0)
    // Most files are short, and a history reads all of them: a whole block for each would be most of the work.
    let length = Math.min(size, shortFile)
    for (;;) {
      // The buffer grows with a line that is longer than a block.
      const buffer = Buffer.allocUnsafe(Math.max(length, rest.length))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start + rest.length)
      if (bytesRead === buffer.length) length = size
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
      const end = bytesRead === 0 ? bytes.length : bytes.lastIndexOf(lineFeed) + 1
      if (end > 0) yield { start, bytes: bytes.subarray(0, end) }
      if (bytesRead === 0) return
      start += end
      rest = bytes.subarray(end)
      if (rest.length > maxLineBytes)
        throw new UnusableFileError(path, `tiene una línea de más de ${fileSize(maxLineBytes)}`)
    }
  } finally {
    await file.close()
  }
}
