/** Tests that a phone can read the drawn QRs. */
import { stripVTControlCharacters } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrForTerminal, qrPng, qrSvg } from '../../../server/qr/qr.ts'
import { readQr } from '../../support/qr-reader.ts'

const url = 'http://192.168.1.20:4780/credencial/7K3Q9XW2M4TB'

test.each([64, 65, 200, 300, 511, 512, 2048])(
  'a PNG of %s pixels has that size and is readable',
  async (pixels) => {
    const png = qrPng(url, pixels)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: pixels, height: pixels })
    expect(await readQr(await sharp(png).resize(1024, 1024, { kernel: 'nearest' }).toBuffer())).toBe(url)
  },
)

test('a PNG too small for its modules is refused', () => {
  expect(() => qrPng(`http://${'a'.repeat(120)}.example/credencial/7K3Q9XW2M4TB`, 64)).toThrow('píxeles')
})

test('an SVG is readable', async () => {
  expect(
    await readQr(
      await sharp(Buffer.from(qrSvg(url, 300)))
        .png()
        .toBuffer(),
    ),
  ).toBe(url)
})

test.each([true, false])('the QR in a terminal is readable, with colour: %s', async (colour) => {
  expect(await readQr(await photograph(qrForTerminal(url, { colour }), colour))).toBe(url)
})

/** Renders the characters as a terminal does: black on white with colour, white on black without. */
function photograph(drawing: string, colour: boolean): Promise<Buffer> {
  const lines = stripVTControlCharacters(drawing).split('\n').slice(0, -1)
  const upper = (character: string) => '▀█'.includes(character)
  const lower = (character: string) => '▄█'.includes(character)
  const rows = lines.flatMap((line) => [[...line].map(upper), [...line].map(lower)])
  const bits = rows.flat().map((isDrawn) => (isDrawn === colour ? 0 : 255))
  const width = rows[0]?.length ?? 0
  return sharp(Buffer.from(bits), { raw: { width, height: rows.length, channels: 1 } })
    .resize(width * 8, rows.length * 8, { kernel: 'nearest' })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
    .png()
    .toBuffer()
}
