/** The revocation of a lost card. */
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { Stores } from '../store/contract/stores.ts'
import { photoIfThere, withSavedPhoto } from './photos.ts'

/**
 * Gives the pilot another identifier and its photo another name: the finder of the card knows both old ones.
 * @throws NotFoundError, RevokedError, ConflictError where the photo is replaced meanwhile
 */
export async function revokePilot({ pilots, photos }: Stores, id: PilotId, by: string): Promise<Pilot> {
  const stored = await pilots.get(id)
  const jpeg = await photoIfThere({ photos }, stored)
  const { photo } = stored
  if (!photo || !jpeg) return pilots.revoke(id, by)
  const pilot = await withSavedPhoto(photos, jpeg, (copy) => pilots.revoke(id, by, { of: photo, copy }))
  // A backup or a print that has begun may still read it.
  await photos.touch(photo)
  return pilot
}
