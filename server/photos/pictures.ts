/** Converts pictures: into the JPEG that is stored as a photo, and into the small photo that gates show and keep. */
import { InvalidError, TooLargeError } from '#domain/errors'
import {
  isPictureHead,
  maxPhotoBytes,
  maxPhotoPixels,
  photoInvalid,
  photoTooLarge,
  photoTooManyPixels,
} from '#domain/pilots/pilot'

const maxSide = 800

/** The longest side of a small photo, in pixels. */
const smallSide = 96

/** The most bytes of a small photo. */
const maxSmallBytes = 4096

/** The qualities that are tried until a small photo is small enough. The last one always is. */
const qualities = [70, 45, 20, 1]

/**
 * Converts a JPEG, PNG or WebP into an upright JPEG of at most 800 pixels a side, without metadata. Recognises the
 * format by the content, not by the name. Loads sharp with the first photo.
 * @throws InvalidError if the content has another format or over 40 megapixels, TooLargeError if it has over 10 MB
 */
export async function preparePhoto(picture: Uint8Array): Promise<Buffer> {
  if (picture.length > maxPhotoBytes) throw new TooLargeError(photoTooLarge)
  // libvips recognizes other formats too, and lays out a whole SVG to tell its size, which nothing can end.
  if (!isPictureHead(picture)) throw new InvalidError({ _img: photoInvalid })
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (width * height > maxPhotoPixels) throw new InvalidError({ _img: photoTooManyPixels })
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

/** Returns a WebP of at most 4 KB. Loads sharp with the first photo. */
export async function shrinkPhoto(jpeg: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const resized = sharp(jpeg).autoOrient().resize({ width: smallSide, height: smallSide, fit: 'inside' })
  let photo = Buffer.alloc(0)
  for (const quality of qualities) {
    photo = await resized.clone().webp({ quality }).toBuffer()
    if (photo.length <= maxSmallBytes) break
  }
  return photo
}
