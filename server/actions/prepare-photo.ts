/** Makes a stored photo of an uploaded picture. */
import { InvalidError, TooLargeError } from '#domain/errors'
import { maxPhotoBytes, maxPhotoPixels, photoInvalid, photoTooFine, photoTooLarge } from '#domain/pilot/photo'

const maxSide = 800
const formats = ['jpeg', 'png', 'webp']

/**
 * Decides by content, not by name: a JPEG, PNG or WebP becomes an upright JPEG of at most 800 pixels a side,
 * without metadata. sharp is loaded when the first photo comes.
 * @throws InvalidError where it is no such picture or has over 40 megapixels, TooLargeError over 10 MB
 */
export async function preparePhoto(picture: Buffer): Promise<Buffer> {
  if (picture.length > maxPhotoBytes) throw new TooLargeError(photoTooLarge)
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (!formats.includes(format)) throw new InvalidError({ _img: photoInvalid })
    if (width * height > maxPhotoPixels) throw new InvalidError({ _img: photoTooFine })
    return await sharp(picture, { limitInputPixels: maxPhotoPixels })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch (error) {
    if (error instanceof InvalidError) throw error
    throw new InvalidError({ _img: photoInvalid })
  }
}
