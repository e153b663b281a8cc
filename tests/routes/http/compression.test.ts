/** Tests the choice of the encoding of a compressed page. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed } from '../../../server/pages.ts'

const text = 'Íñigo Núñez '.repeat(100)

test.each([
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['gzip;q=0.0, br; q=0', undefined],
  ['brotli, x-gzip', undefined],
  [undefined, undefined],
])('a browser that accepts %s gets %s', async (accepted, expected) => {
  const { body, encoding } = await compressed(text, accepted)
  expect(encoding).toBe(expected)
  const bytes = Buffer.from(body)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (plain: Buffer) => plain }
  expect(String(unpack[encoding ?? 'none'](bytes))).toBe(text)
})
