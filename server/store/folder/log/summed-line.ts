/**
 * The lines of logs: `CRC32 JSON`, the checksum in 8 hexadecimal digits over the JSON's UTF-8. Each line has `base`, the
 * bytes of the file that were synced before the line was written.
 */
import { crc32 } from 'node:zlib'
import { isObject, parseJson } from '#domain/text/json'

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
