/** Reads a QR as a phone does: from its pixels. */
import jsQR from 'jsqr'
import sharp from 'sharp'

/** The text of the QR on a picture (PNG, SVG, a screenshot), or undefined where none can be read. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  return (await findQr(picture))?.data
}

/** The same, with where on the picture it is. */
export async function findQr(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height) ?? undefined
}
