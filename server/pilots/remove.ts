/** The removal of pilots, who can be restored for as long as they are listed as removed, and the revocation of lost cards. */
import { MissingPilotsError } from '#domain/errors'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { pilotIfThere, withoutRepeats } from '../store/queries/select.ts'
import { photoIfThere, type Stores, withSavedPhoto } from '../store/shared/stores.ts'

/** Removes a pilot. @throws NotFoundError */
export async function removePilot(
  { pilots, photos }: Stores,
  { id, photo }: Pilot,
  by: string,
): Promise<void> {
  // The sweep counts the days that a photo is kept from its last use.
  if (photo) await photos.touch(photo)
  await pilots.remove(id, by)
}

/** Removes several pilots in one change, and returns them. @throws MissingPilotsError if one of them does not exist */
export async function removePilots(stores: Stores, ids: readonly PilotId[], by: string): Promise<Pilot[]> {
  const { pilots, photos } = stores
  const all = [...new Set(ids)]
  const read = await Promise.all(all.map((id) => pilotIfThere(stores, id)))
  const missing = all.filter((_, index) => !read[index])
  if (missing.length > 0) throw new MissingPilotsError(missing, all.length)
  const found = withoutRepeats(read.filter((pilot) => pilot !== undefined))
  await Promise.all(found.map(({ photo }) => photo && photos.touch(photo)))
  await pilots.removeMany(
    found.map(({ id }) => id),
    by,
  )
  return found
}

/**
 * Gives the pilot a new identifier and the photo a new name, because the finder of the card knows both old ones.
 * @throws NotFoundError, RevokedError, ConflictError if the photo is replaced in the meantime
 */
export async function revokePilot({ pilots, photos }: Stores, code: PilotId, by: string): Promise<Pilot> {
  const stored = await pilots.get(code)
  const jpeg = await photoIfThere({ photos }, stored)
  const { id, photo } = stored
  if (!photo || !jpeg) return pilots.revoke(id, by)
  const pilot = await withSavedPhoto(photos, jpeg, (copy) => pilots.revoke(id, by, { of: photo, copy }))
  // A backup or a print that has already started may still read the old photo.
  await photos.touch(photo)
  return pilot
}
