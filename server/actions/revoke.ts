/** The revocation of a lost card. */
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { Stores } from '../store/contract/stores.ts'
import { photoIfThere, withSavedPhoto } from './photos.ts'

/**
 * Gives the pilot a new identifier and the photo a new name, because the finder of the card knows both old ones.
 * @throws NotFoundError, RevokedError, ConflictError if the photo is replaced in the meantime
 */
export async function revokePilot({ pilots, photos }: Stores, id: PilotId, by: string): Promise<Pilot> {
  const stored = await pilots.get(id)
  const jpeg = await photoIfThere({ photos }, stored)
  const { photo } = stored
  if (!photo || !jpeg) return pilots.revoke(id, by)
  const pilot = await withSavedPhoto(photos, jpeg, (copy) => pilots.revoke(id, by, { of: photo, copy }))
  // A backup or a print that has already started may still read the old photo.
  await photos.touch(photo)
  return pilot
}
