/** Unpacks fonts of the Web Open Font Format (https://www.w3.org/TR/WOFF/). */
import { inflateSync } from 'node:zlib'

/** The sizes of a file's header and of its entry for each table, in bytes. */
const woff = { header: 44, entry: 20 }
const sfnt = { header: 12, entry: 16 }

/** Returns the font that a WOFF file packs. @throws Error if the bytes are not a WOFF file */
export function unpackWoff(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'wOFF')
    throw new Error('The font is not of the Web Open Font Format')
  const count = bytes.readUInt16BE(12)
  const head = Buffer.alloc(sfnt.header + count * sfnt.entry)
  bytes.copy(head, 0, 4, 8)
  writeSearch(head, count)
  const tables: Buffer[] = []
  let end = head.length
  for (let index = 0; index < count; index += 1) {
    const { tag, checksum, content } = tableAt(bytes, woff.header + index * woff.entry)
    const entry = sfnt.header + index * sfnt.entry
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(end, entry + 8)
    head.writeUInt32BE(content.length, entry + 12)
    const padding = Buffer.alloc(-content.length & 3)
    tables.push(content, padding)
    end += content.length + padding.length
  }
  return Buffer.concat([head, ...tables])
}

function tableAt(bytes: Buffer, at: number): { tag: string; checksum: number; content: Buffer } {
  const offset = bytes.readUInt32BE(at + 4)
  const packed = bytes.subarray(offset, offset + bytes.readUInt32BE(at + 8))
  const length = bytes.readUInt32BE(at + 12)
  return {
    tag: bytes.toString('latin1', at, at + 4),
    checksum: bytes.readUInt32BE(at + 16),
    // A table that compression would not make smaller is stored uncompressed.
    content: packed.length < length ? inflateSync(packed) : packed,
  }
}

/**
 * Writes the header fields for a binary search of the tables: the largest power of two that is not above their
 * number, its logarithm, and the rest.
 */
function writeSearch(head: Buffer, count: number): void {
  const selector = Math.floor(Math.log2(count))
  const range = 2 ** selector * sfnt.entry
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(range, 6)
  head.writeUInt16BE(selector, 8)
  head.writeUInt16BE(count * sfnt.entry - range, 10)
}
