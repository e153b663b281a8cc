/** Makes the small photo that gates show and keep. */

/** The longest side, in pixels. */
const side = 96

/** The most bytes of one photo. */
const maxBytes = 4096

/** The qualities that are tried until a photo is small enough. The last one always is. */
const qualities = [70, 45, 20, 1]

/** Returns a WebP of at most 4 KB. Loads sharp with the first photo. */
export async function shrinkPhoto(jpeg: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const resized = sharp(jpeg).autoOrient().resize({ width: side, height: side, fit: 'inside' })
  let photo = Buffer.alloc(0)
  for (const quality of qualities) {
    photo = await resized.clone().webp({ quality }).toBuffer()
    if (photo.length <= maxBytes) break
  }
  return photo
}
