/** Writes a ZIP (PKWARE APPNOTE 6.3) as a stream, so that none of its files is in memory as a whole. */
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

interface Entry {
  name: Buffer
  sum: number
  packed: number
  size: number
  /** The offset of its local header in the archive. */
  offset: number
}

/** The level of zlib. Higher levels take up to three times as long for a tenth fewer bytes. */
const level = 3

const [localHeader, descriptor, centralHeader, endOfDirectory] = [
  0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50,
]
/** Version 2.0, which has DEFLATE. */
const version = 20
/** The sizes follow the file (bit 3), and names are UTF-8 (bit 11). */
const flags = (1 << 3) | (1 << 11)
const deflated = 8
/** 1 January 1980, so that equal content gives equal bytes. */
const date = (1 << 5) | 1

export class ZipWriter {
  #entries: Entry[] = []
  #length = 0

  /** Yields the bytes of a file whose text comes in parts. The parts are read as fast as the bytes are taken. */
  async *file(name: string, parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
    const entry: Entry = { name: Buffer.from(name), sum: 0, packed: 0, size: 0, offset: this.#length }
    this.#entries.push(entry)
    yield this.#counted(
      Buffer.concat([fields([localHeader, 4], ...head(entry, unknown), [0, 2]), entry.name]),
    )
    const packing = createDeflateRaw({ level, chunkSize: 64 * 1024 })
    const done = pipeline(bytesOf(parts, entry), packing)
    // A failure reaches the consumer through `packing`.
    done.catch(() => {})
    try {
      for await (const chunk of packing) {
        entry.packed += chunk.length
        yield this.#counted(chunk)
      }
      await done
    } finally {
      packing.destroy()
    }
    yield this.#counted(fields([descriptor, 4], ...sums(entry)))
  }

  /** Returns the directory, the end of the archive. */
  end(): Uint8Array {
    const directory = Buffer.concat(
      this.#entries.flatMap((entry) => [
        fields(
          [centralHeader, 4],
          [version, 2],
          ...head(entry, sums(entry)),
          // There is no extra field and no comment, on the first disk, without attributes.
          ...[0, 0, 0, 0].map((none): Field => [none, 2]),
          [0, 4],
          [entry.offset, 4],
        ),
        entry.name,
      ]),
    )
    const count = this.#entries.length
    const end = fields(
      [endOfDirectory, 4],
      [0, 4],
      [count, 2],
      [count, 2],
      [directory.length, 4],
      [this.#length, 4],
      [0, 2],
    )
    return Buffer.concat([directory, end])
  }

  #counted(bytes: Uint8Array): Uint8Array {
    this.#length += bytes.length
    return bytes
  }
}

async function* bytesOf(
  parts: AsyncIterable<string> | Iterable<string>,
  entry: Entry,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    entry.sum = crc32(bytes, entry.sum)
    entry.size += bytes.length
    yield bytes
  }
}

type Field = readonly [value: number, bytes: 2 | 4]

/** Returns the fields that the header before a file and its entry in the directory share. */
function head({ name }: Entry, sizes: readonly Field[]): Field[] {
  return [[version, 2], [flags, 2], [deflated, 2], [0, 2], [date, 2], ...sizes, [name.length, 2]]
}

/** The checksum and the sizes before the file, which is not read yet. */
const unknown: readonly Field[] = [0, 0, 0].map((none) => [none, 4])

function sums({ sum, packed, size }: Entry): Field[] {
  return [
    [sum, 4],
    [packed, 4],
    [size, 4],
  ]
}

/** Writes numbers one after the other, the lowest byte first. */
function fields(...values: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [value, size] of values) at = bytes.writeUIntLE(value, at, size)
  return bytes
}
