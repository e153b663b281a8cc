/** Reads a QR from its pixels, as a phone does. */
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Returns the text of the QR on a picture (PNG, SVG, a screenshot), or undefined if none can be read. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  return (await findQr(picture))?.data
}

/** Returns the text of the QR on a picture and its position, in pixels, or undefined if none can be read. */
export async function findQr(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height) ?? undefined
}
