/** Resizes a stored photo to the size at which it is printed. */

const dotsPerMm = 300 / 25.4

/**
 * Returns a JPEG of the photo cropped to the frame, which is in millimetres: the middle of a wide photo, and the
 * top of a tall photo, where the face is. Returns undefined if the photo is not a picture. Loads sharp with the
 * first photo.
 */
export async function printedPhoto(
  photo: Uint8Array,
  frame: { width: number; height: number },
): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(photo)
      .autoOrient()
      .resize({
        width: Math.round(frame.width * dotsPerMm),
        height: Math.round(frame.height * dotsPerMm),
        position: 'top',
      })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}
