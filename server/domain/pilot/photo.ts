/** The limits, names and messages of photos, which the browser and the server share. */
import { NotFoundError } from '../errors.ts'
import type { PhotoName } from './pilot.ts'
import { isPilotId, newPilotId } from './pilot-id.ts'

/** The largest picture that is accepted, in bytes. */
export const maxPhotoBytes = 10 * 1024 * 1024

/** The media types of the pictures that are accepted. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const photoInvalid = 'La foto no es una imagen válida'
/** The largest number of pixels that is accepted. */
export const maxPhotoPixels = 40_000_000

export const photoTooLarge = 'La foto pesa más de 10 MB: elija una más pequeña'
export const photoTooSlow = 'La foto tarda demasiado en leerse: elija otra'
export const photoTooManyPixels = 'La foto tiene más de 40 megapíxeles: elija una más pequeña'

/** Returns true if the text is a name that the server generates: twelve characters of base32 and `.jpg`. */
export function isPhotoName(text: unknown): text is PhotoName {
  return typeof text === 'string' && text.endsWith('.jpg') && isPilotId(text.slice(0, -4))
}

/** Returns true if a file begins like a JPEG, PNG or WebP. Twelve bytes are enough. */
export function isPictureHead(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12))
  return (
    text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(text)
  )
}

/** Returns a random name of a photo. */
export function newPhotoName(): PhotoName {
  return `${newPilotId()}.jpg`
}

export function noPhoto(): NotFoundError {
  return new NotFoundError('No existe esa foto')
}

/**
 * Returns a message if a chosen file cannot be accepted, else undefined. The browser calls it before it sends the
 * file; the server then checks the content.
 */
export function checkPhoto({ size, type }: { size: number; type: string }): string | undefined {
  if (type && !photoTypes.some((known) => known === type)) return photoInvalid
  return size > maxPhotoBytes ? photoTooLarge : undefined
}
