/** What is true of photos everywhere: their size, their names, the texts about them. */
import type { PhotoName } from './pilot.ts'
import { isPilotId } from './pilot-id.ts'

/** The largest picture that is taken, in bytes. */
export const maxPhotoBytes = 10 * 1024 * 1024

/** The kinds of picture that are taken, as media types. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const photoInvalid = 'La foto no es una imagen válida'
/** The most pixels that are taken. */
export const maxPhotoPixels = 40_000_000

export const photoTooLarge = 'La foto pesa más de 10 MB: elija una más pequeña'
export const photoTooFine = 'La foto tiene más de 40 megapíxeles: elija una más pequeña'

/** The names that the server makes: twelve characters of base32 and `.jpg`. */
export function isPhotoName(text: unknown): text is PhotoName {
  return typeof text === 'string' && text.endsWith('.jpg') && isPilotId(text.slice(0, -4))
}

/** What can be said of a chosen file before it is sent; its content is the server's to judge. */
export function checkPhoto({ size, type }: { size: number; type: string }): string | undefined {
  if (type && !photoTypes.some((known) => known === type)) return photoInvalid
  return size > maxPhotoBytes ? photoTooLarge : undefined
}
