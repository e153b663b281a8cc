/** Makes a stored photo as large as it is printed. */

const dotsPerMm = 300 / 25.4

/**
 * Cropped to the frame, which is in millimetres: the middle of a broad photo, the top of a high one, where the face is.
 * Undefined where it is no picture. sharp is loaded when the first photo comes.
 */
export async function printedPhoto(
  photo: Buffer,
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
