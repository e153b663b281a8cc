/** The removal of a pilot, which can be undone for a day. */
import type { Pilot } from '#domain/pilot/pilot'
import type { Stores } from '../store/contract/stores.ts'

/** @throws NotFoundError */
export async function removePilot(
  { pilots, photos }: Stores,
  { id, photo }: Pilot,
  by: string,
): Promise<void> {
  await pilots.remove(id, by)
  // What is swept away is what nobody has named for a day: from now on.
  if (photo) await photos.touch(photo)
}
