/** Makes a stored photo of an uploaded picture. */
import { InvalidError, TooLargeError } from '#domain/errors'
import { maxPhotoBytes, photoInvalid, photoTooLarge } from '#domain/photo'

const maxPixels = 40_000_000
const maxSide = 800
const formats = ['jpeg', 'png', 'webp']

/**
 * Decides by content, not by name: a JPEG, PNG or WebP becomes an upright JPEG of at most 800 pixels a side,
 * without metadata. sharp is loaded when the first photo comes.
 * @throws InvalidError where it is no such picture, TooLargeError over 10 MB
 */
export async function preparePhoto(picture: Buffer): Promise<Buffer> {
  if (picture.length > maxPhotoBytes) throw new TooLargeError(photoTooLarge)
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(picture, { limitInputPixels: maxPixels })
    const { format } = await image.metadata()
    if (!formats.includes(format)) throw new InvalidError({ _img: photoInvalid })
    return await image
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch {
    throw new InvalidError({ _img: photoInvalid })
  }
}
