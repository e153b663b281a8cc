/** The random names of photos, and the error for an unknown name. */
import { NotFoundError } from '#domain/errors'
import type { PhotoName } from '#domain/pilot/pilot'
import { idBytes, pilotIdFrom } from '#domain/pilot/pilot-id'

export function newPhotoName(): PhotoName {
  return `${pilotIdFrom(crypto.getRandomValues(new Uint8Array(idBytes)))}.jpg`
}

export function noPhoto(): NotFoundError {
  return new NotFoundError('No existe esa foto')
}
