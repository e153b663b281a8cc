/** Tests of the unpacking of WOFF fonts. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { unpackWoff } from '../../../server/print/drawing/woff.ts'

const path = '@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff'

describe('a packed font', () => {
  test('is unpacked with every table at the offset in its directory and with its checksum', async () => {
    const packed = await readFile(createRequire(import.meta.url).resolve(path))
    const font = unpackWoff(packed)
    expect(font.length).toBe(packed.readUInt32BE(16))
    expect(font.readUInt32BE(0)).toBe(0x00010000)
    const count = font.readUInt16BE(4)
    expect(count).toBe(packed.readUInt16BE(12))
    const tags = Array.from({ length: count }, (_, index) => {
      const entry = 12 + index * 16
      const tag = font.toString('latin1', entry, entry + 4)
      const at = font.readUInt32BE(entry + 8)
      const table = font.subarray(at, at + ((font.readUInt32BE(entry + 12) + 3) & ~3))
      expect(sumOf(table, tag), tag).toBe(font.readUInt32BE(entry + 4))
      return tag
    })
    expect(tags).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'loca']))
  })

  test('is refused if it has another format', () => {
    expect(() => unpackWoff(Buffer.from('wOF2 and more'))).toThrow('not of the Web Open Font Format')
  })
})

/** Returns the sum of a table's words. It leaves out the field of `head` that is a checksum of the whole file. */
function sumOf(table: Buffer, tag: string): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4)
    if (tag !== 'head' || at !== 8) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
